"""Reading of both shapes of an Inspect log: archives, streams, samples cut to what is mapped."""
