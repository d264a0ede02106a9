"""
Files for CI services: JUnit, GitLab and GitHub reports, badge, comment, issue.

``evalstore gate`` writes them; the delivery and the site reuse the comment and the badge. See
docs/architecture.md#reviews.
"""
