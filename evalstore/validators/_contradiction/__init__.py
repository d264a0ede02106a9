"""The contradiction rubric: two turns of one conversation, held against each other by rules."""
