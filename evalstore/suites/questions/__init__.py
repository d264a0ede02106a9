"""The suite of questions out of a file."""
