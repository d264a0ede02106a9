"""Facts that misleading questions vary, and the wordings of these questions."""
