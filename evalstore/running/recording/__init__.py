"""
Recording of a run from Python: its cases, responses and verdicts.

``Store.run`` and the pytest plugin call it. See docs/architecture.md#running.
"""
