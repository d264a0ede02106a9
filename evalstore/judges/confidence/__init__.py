"""The judge of stated confidence."""
