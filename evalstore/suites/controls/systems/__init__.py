"""The controls, each named after its file."""
