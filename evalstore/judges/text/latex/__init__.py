"""
Expressions in LaTeX, compared as mathematics.

``factual`` calls it. See docs/architecture.md#judges.
"""
