"""
The judge of evidence that a reply quotes.

The registry finds it by its name; ``evalstore.running`` calls it. See docs/architecture.md#judges.
"""
