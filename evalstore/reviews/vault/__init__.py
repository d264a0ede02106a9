"""
Notes of runs and cases for Obsidian.

``evalstore report --format obsidian`` calls it. See docs/architecture.md#reviews.
"""
