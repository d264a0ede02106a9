"""
Results on the Hugging Face Hub: figures reported of a model, without cases.

``evalstore.harnesses.detect`` finds it by its name; ``ingest`` calls it. See
docs/architecture.md#harnesses.
"""
