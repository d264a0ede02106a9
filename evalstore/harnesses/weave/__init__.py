"""
Results of evaluations of W&B Weave as JSON.

``evalstore.harnesses.detect`` finds it by its name; ``ingest`` calls it. See
docs/architecture.md#harnesses.
"""
