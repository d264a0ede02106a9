"""
The judge of stated confidence.

The registry finds it by its name; ``evalstore.running`` calls it. See docs/architecture.md#judges.
"""
