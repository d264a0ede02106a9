"""Topics of the questions about history."""
