"""Groups of a run's failures, with a model's sentences on what they share."""
