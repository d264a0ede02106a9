"""
Words by which a reply declines to answer.

``factual`` and ``refusal`` call it. See docs/architecture.md#judges.
"""
