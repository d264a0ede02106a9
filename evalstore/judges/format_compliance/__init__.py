"""The judge of the form of a reply."""
