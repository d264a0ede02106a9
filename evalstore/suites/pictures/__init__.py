"""
The suite of questions about pictures that it draws itself.

The registry finds it by its name; runs call it. See docs/architecture.md#suites.
"""
