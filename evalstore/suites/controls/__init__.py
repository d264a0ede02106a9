"""Controls: systems without knowledge, whose scores show what chance achieves in a suite."""
