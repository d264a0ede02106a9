"""
Entailment and contradiction by a cross-encoder, for replies that rules cannot decide.

``evalstore.running`` calls it for a second opinion. See docs/architecture.md#judges.
"""
