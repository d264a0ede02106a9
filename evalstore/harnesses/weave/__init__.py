"""The format weave."""
