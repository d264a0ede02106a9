"""
Choices of options by letter or text.

``factual`` calls it. See docs/architecture.md#judges.
"""
