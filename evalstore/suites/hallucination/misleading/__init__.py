"""
Facts that misleading questions vary, and the wordings of these questions.

The generator ``adversarial`` calls it. See docs/architecture.md#suites.
"""
