"""The suite of questions from a file."""
