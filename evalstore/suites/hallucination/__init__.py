"""The hallucination suite: facts, traps, and questions without an answer."""
