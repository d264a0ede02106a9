"""Rules of each engine: one file per dialect, found by its name."""
