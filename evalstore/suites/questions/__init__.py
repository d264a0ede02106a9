"""
The suite of questions from a file.

The registry finds it by its name; runs call it. See docs/architecture.md#suites.
"""
