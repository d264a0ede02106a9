"""
Topics of the problems in mathematics.

The generator ``math`` calls them. See docs/architecture.md#suites.
"""
