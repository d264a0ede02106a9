"""
Topics of the questions about history.

The generator ``history`` calls them. See docs/architecture.md#suites.
"""
