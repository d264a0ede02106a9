"""
Generators of cases of ``hallucination``, one file each.

The registry finds them by name; suites call them. See docs/architecture.md#suites.
"""
