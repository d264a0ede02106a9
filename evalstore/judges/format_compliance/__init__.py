"""
The judge of the form of a reply.

The registry finds it by its name; ``evalstore.running`` calls it. See docs/architecture.md#judges.
"""
