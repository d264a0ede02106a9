"""
The report of runs, as one HTML page or as Markdown.

``evalstore report`` and ``Store.report`` call it; the site, the vault and the outputs reuse its
parts. See docs/architecture.md#reviews.
"""
