"""
Analyses of the weeks of a run: detection, thresholds, robustness, validation.

``evalstore drift`` calls them. See docs/architecture.md#suites.
"""
