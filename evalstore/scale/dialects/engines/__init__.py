"""
Rules of each engine, one file for each dialect, found by its name.

``evalstore.scale.dialects`` calls them. See docs/architecture.md#scale.
"""
