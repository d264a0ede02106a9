"""What a decision is told as: by the run before, the CI job, and the libraries installed."""
