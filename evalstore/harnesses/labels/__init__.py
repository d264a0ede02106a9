"""
Sheets that people labelled.

``evalstore.harnesses.detect`` finds it by its name; ``ingest`` calls it. See
docs/architecture.md#harnesses.
"""
