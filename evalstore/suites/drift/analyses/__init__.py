"""Analyses of the weeks of a run: detection, thresholds, robustness, validation."""
