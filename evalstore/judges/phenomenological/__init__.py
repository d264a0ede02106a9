"""
The judge of replies about inner experience: rules and word lists.

The registry finds it by its name; ``evalstore.running`` calls it. See docs/architecture.md#judges.
"""
