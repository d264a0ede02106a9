"""Checks of a store: all of it, or what a decision reads."""
