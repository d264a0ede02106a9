"""Systems under test: one file for each kind, which has the kind's name."""
