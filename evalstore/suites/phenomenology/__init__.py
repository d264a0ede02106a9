"""
Cases about inner experience: dreams, desires, longings and fantasies.

The hallucination suite asks them as its domain ``phenomenology``. See docs/architecture.md#suites.
"""
