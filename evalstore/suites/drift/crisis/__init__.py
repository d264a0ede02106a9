"""
Journals of invented people, and journals from files.

The generators of the suite and the training of critics call it. See docs/architecture.md#suites.
"""
