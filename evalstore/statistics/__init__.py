"""
Comparisons, intervals, trends and change detection that SQL alone cannot compute.

``evalstore compare``, ``trends`` and ``bootstrap``, gates, the report and the API call it. See
docs/architecture.md#statistics.
"""
