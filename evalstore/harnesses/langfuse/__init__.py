"""
Traces of Langfuse with their scores, and its dataset runs.

``evalstore.harnesses.detect`` finds it by its name; ``ingest`` calls it. See
docs/architecture.md#harnesses.
"""
