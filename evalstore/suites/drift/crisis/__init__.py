"""Journals of invented people, and of files."""
