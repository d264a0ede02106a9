"""
Charts of metrics, drawn with Altair; the registry of charts by file name.

``evalstore chart``, ``Store.chart`` and the report call it. See docs/architecture.md#reviews.
"""
