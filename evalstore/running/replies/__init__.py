"""Replies of systems: what was answered, how sure, on what grounds."""
