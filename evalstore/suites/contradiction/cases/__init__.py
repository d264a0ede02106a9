"""Generators of the suite, each named after its file."""
