"""The judge of answers that have a key."""
