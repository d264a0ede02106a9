"""
Generators of cases of ``pictures``, one file each.

The registry finds them by name; suites call them. See docs/architecture.md#suites.
"""
