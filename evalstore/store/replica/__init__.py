"""
Partial replicas: stores with a part of a remote's log.

Remotes write them; the checks and the fold take them into account. See docs/architecture.md#store.
"""
