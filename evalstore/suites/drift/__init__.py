"""
The suite of value drift: journals, critics that read them, triggers on their readings.

The registry finds it by its name; runs call it. See docs/architecture.md#suites.
"""
