"""The format inspect_eval."""
