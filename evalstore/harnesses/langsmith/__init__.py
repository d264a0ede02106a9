"""The format langsmith."""
