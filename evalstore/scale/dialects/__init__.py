"""
The SQL of facts and metrics for other engines, one statement for each relation.

``evalstore sql`` and the job of Spark call it. See docs/architecture.md#scale.
"""
