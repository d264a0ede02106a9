"""The format labels."""
