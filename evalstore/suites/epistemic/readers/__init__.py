"""
Answers to a card from its graph, by rule or by a model that reads passages.

The systems of the suite call them. See docs/architecture.md#suites.
"""
