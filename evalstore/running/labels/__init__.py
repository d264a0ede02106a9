"""
Samples of replies for people to label, and their labels.

``evalstore label`` calls it. See docs/architecture.md#running.
"""
