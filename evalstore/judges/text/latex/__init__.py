"""Expressions in LaTeX, compared as mathematics."""
