"""Parsers of replies: clauses, names, numbers, dates, choices, formulas."""
