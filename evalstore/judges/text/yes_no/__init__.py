"""
Replies to questions of yes or no.

``factual`` calls it. See docs/architecture.md#judges.
"""
