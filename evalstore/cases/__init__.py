"""Generators of cases: one file each, named after it."""
