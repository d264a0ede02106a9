"""Entailment and contradiction by a cross-encoder, for replies that rules cannot decide."""
