"""Validators of responses: one file each, named after it."""
