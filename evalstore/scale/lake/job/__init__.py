"""
Parts of a job that computes facts, metrics and gates in a lake.

``evalstore/scale/lake/spark_job.py`` calls them. See docs/architecture.md#scale.
"""
