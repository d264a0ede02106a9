"""
Sets of Inspect logs, which list tasks and bring no events.

``evalstore.harnesses.detect`` finds it by its name; ``ingest`` calls it. See
docs/architecture.md#harnesses.
"""
