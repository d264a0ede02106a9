"""Contradiction rubric: rules that compare two turns of one conversation."""
