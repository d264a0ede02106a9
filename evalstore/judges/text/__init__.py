"""
Parsers of replies: clauses, names, numbers, dates, choices, formulas.

The judges call it. See docs/architecture.md#judges.
"""
