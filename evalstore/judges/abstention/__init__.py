"""The judge of abstentions."""
