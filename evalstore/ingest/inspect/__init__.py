"""What both shapes of an Inspect log need: archives, streams, samples cut to what is mapped."""
