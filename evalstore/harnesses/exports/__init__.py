"""
Export of runs in the formats of other tools.

``evalstore export`` calls it. See docs/architecture.md#harnesses.
"""
