"""
Critics and triggers, independent of runs and stores.

The systems, analyses and controls of drift call it. See docs/architecture.md#suites.
"""
