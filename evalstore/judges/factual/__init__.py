"""
The judge of answers that have a key.

The registry finds it by its name; ``evalstore.running`` calls it. See docs/architecture.md#judges.
"""
