"""
The review of a decision: its gates, the cases behind it, the comparison with a baseline.

``evalstore gate``, ``report`` and ``site`` call it. See docs/architecture.md#reviews.
"""
