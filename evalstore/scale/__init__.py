"""
Beyond one machine: SQL for other engines, logs that stores share, tables of a data lake.

``evalstore sql``, ``push``, ``pull`` and ``publish`` call it. See docs/architecture.md#scale.
"""
