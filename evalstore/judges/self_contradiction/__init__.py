"""
The judge that compares the turns of one conversation for contradictions.

The registry finds it by its name; ``evalstore.running`` calls it. See docs/architecture.md#judges.
"""
