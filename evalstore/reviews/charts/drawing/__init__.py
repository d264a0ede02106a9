"""
Parts of charts and pages: colours, numbers, layout, rows of metrics.

The charts call it, and so do the report and the site. See docs/architecture.md#reviews.
"""
