"""
Pictures drawn by rules, the same bytes on every machine.

The generator of the suite calls it. See docs/architecture.md#suites.
"""
