"""Rules of each engine: one file a dialect, found by its name."""
