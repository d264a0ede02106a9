"""Systems under test: one file each, named after it."""
