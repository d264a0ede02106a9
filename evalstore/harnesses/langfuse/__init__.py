"""The format langfuse."""
