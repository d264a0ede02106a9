"""The format langfuse_table."""
