"""
Parsing of Inspect logs, as archives and as JSON, and of large JSON of other tools.

``inspect_eval``, ``inspect_json`` and readers of other formats call it. See
docs/architecture.md#harnesses.
"""
