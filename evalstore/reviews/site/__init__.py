"""
A static site: a page for each suite and each run.

``evalstore site`` calls it. See docs/architecture.md#reviews.
"""
