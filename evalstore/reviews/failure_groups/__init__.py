"""Groups of the failures of a run, and what they share, in the words of a model."""
