"""
The epistemic suite: cards from a knowledge graph, and systems that answer them.

The registry finds it by its name; runs call it. See docs/architecture.md#suites.
"""
