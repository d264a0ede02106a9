"""Evaluations of promptfoo: JSON exports and JSON Lines of rows."""
