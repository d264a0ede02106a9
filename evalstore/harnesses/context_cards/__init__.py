"""
Cards of the epistemic experiment: facts, a question and its answer.

``evalstore.harnesses.detect`` finds it by its name; ``ingest`` calls it. See
docs/architecture.md#harnesses.
"""
