"""
Reading: connections of readers, their results, and the queries that callers share.

Commands, statistics, gates and reviews call it. See docs/architecture.md#store.
"""
