"""
Evaluations of promptfoo: JSON exports and JSON Lines of rows.

``evalstore.harnesses.detect`` finds it by its name; ``ingest`` calls it. See
docs/architecture.md#harnesses.
"""
