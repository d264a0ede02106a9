"""The judge of evidence that a reply quotes."""
