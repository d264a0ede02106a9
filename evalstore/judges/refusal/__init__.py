"""The judge of refusals."""
