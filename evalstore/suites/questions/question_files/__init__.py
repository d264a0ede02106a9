"""
Files of questions: their formats, columns, answers and rows.

The suite calls it, and so does the suite of drift for files of journals. See
docs/architecture.md#suites.
"""
