"""
The judge that counts the votes of other judges.

The registry finds it by its name; ``evalstore.running`` calls it. See docs/architecture.md#judges.
"""
