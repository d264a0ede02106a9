"""
Systems that come with ``controls``, one file each.

The registry finds them by name; runs call them. See docs/architecture.md#suites.
"""
