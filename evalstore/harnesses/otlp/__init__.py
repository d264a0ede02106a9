"""
OpenTelemetry as JSON: spans of generative models, and evaluations of their replies.

``evalstore.harnesses.detect`` finds it by its name; ``ingest`` calls it. See
docs/architecture.md#harnesses.
"""
