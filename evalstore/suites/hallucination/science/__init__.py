"""
Topics of the questions about science, one file each; ``drafts()`` lists their questions.

The generator ``science`` calls them. See docs/architecture.md#suites.
"""
