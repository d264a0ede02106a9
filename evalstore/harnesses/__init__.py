"""
Reading of files: one folder for each foreign format, and what turns records into events.

``evalstore ingest``, ``Store.ingest`` and ``evalstore.running`` call it. See
docs/architecture.md#harnesses.
"""
