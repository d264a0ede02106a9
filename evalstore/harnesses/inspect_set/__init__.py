"""The format inspect_set."""
