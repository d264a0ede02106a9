"""
The store: its files, its log, the facts computed from it, and reading.

Commands, harnesses, runs and remotes append and read through it. See docs/architecture.md#store.
"""
