"""
Experiments of Braintrust: rows as JSON or JSON Lines.

``evalstore.harnesses.detect`` finds it by its name; ``ingest`` calls it. See
docs/architecture.md#harnesses.
"""
