"""
Facts: the tables computed from the log, and the schema of the database.

The fold computes them, the checks compute them again. See docs/architecture.md#store.
"""
