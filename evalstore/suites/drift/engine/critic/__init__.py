"""
A critic: a small network that reads journal entries and states its uncertainty.

Training and the systems of drift call it. See docs/architecture.md#suites.
"""
