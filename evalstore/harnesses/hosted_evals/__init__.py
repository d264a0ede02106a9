"""
Hosted OpenAI Evals: objects of its API, combined into runs.

``evalstore.harnesses.detect`` finds it by its name; ``ingest`` calls it. See
docs/architecture.md#harnesses.
"""
