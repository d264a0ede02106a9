"""
Controls: systems without knowledge, whose scores show what chance achieves.

``evalstore run --controls`` and ``evalstore controls-check`` run them. See
docs/architecture.md#suites.
"""
