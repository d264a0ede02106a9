"""
The catalog of metrics, read from the headers of the files in ``views/``.

Commands, gates, statistics and reviews look up metrics in it. See docs/architecture.md#metrics.
"""
