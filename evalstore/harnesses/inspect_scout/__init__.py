"""
Scans of Inspect Scout: results of its scanners for transcripts of Inspect logs.

``evalstore.harnesses.detect`` finds it by its name; ``ingest`` calls it. See
docs/architecture.md#harnesses.
"""
