"""
Knowledge graphs: statements, entailment and contradiction.

Cards, readers and systems of the suite call it. See docs/architecture.md#suites.
"""
