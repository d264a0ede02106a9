"""A critic: a small network that reads journal entries and states its uncertainty."""
