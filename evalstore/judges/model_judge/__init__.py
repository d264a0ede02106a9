"""
The judge that asks a model: templates, prompts, calls, parsing of replies.

The registry finds it by its name; ``evalstore.running`` calls it. See docs/architecture.md#judges.
"""
