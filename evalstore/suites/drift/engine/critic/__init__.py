"""A critic: a small network that reads journal entries, and says how sure it is."""
