"""
The suite of questions that are asked again under pressure.

The registry finds it by its name; runs call it. See docs/architecture.md#suites.
"""
