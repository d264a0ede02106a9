"""
Test runs of DeepEval: test cases, their metrics, and the figures that a run reports.

``evalstore.harnesses.detect`` finds it by its name; ``ingest`` calls it. See
docs/architecture.md#harnesses.
"""
