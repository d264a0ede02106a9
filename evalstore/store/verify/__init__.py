"""Checks of a store: of all of it, or of the rows that a decision reads."""
