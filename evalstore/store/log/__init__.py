"""
The record: the inbox, the fold, segments, checkpoints, and recovery.

Harnesses, runs and remotes append to it; ``evalstore fold`` and ``rebuild`` call it. See
docs/architecture.md#store.
"""
