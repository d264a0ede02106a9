"""
Tables of any shape, mapped to events by a SELECT that the caller writes.

``evalstore.harnesses.detect`` finds it by its name; ``ingest`` calls it. See
docs/architecture.md#harnesses.
"""
