"""
The judge of answers of YES, NO and UNKNOWN.

The registry finds it by its name; ``evalstore.running`` calls it. See docs/architecture.md#judges.
"""
