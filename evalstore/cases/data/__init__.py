"""Facts that cases are made of, each with its source, and what extracts them."""
