"""
The log and the facts as Delta tables, for engines that cannot read DuckDB.

``evalstore publish`` and ``spark_job.py`` call it. See docs/architecture.md#scale.
"""
