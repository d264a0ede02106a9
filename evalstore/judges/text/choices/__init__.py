"""Choices of options by letter or text."""
