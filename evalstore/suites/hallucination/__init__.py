"""
The hallucination suite: facts, misleading questions, questions without an answer.

The registry finds it by its name; runs call it. See docs/architecture.md#suites.
"""
