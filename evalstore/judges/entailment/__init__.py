"""Entailment and contradiction by a cross-encoder, where rules cannot decide."""
