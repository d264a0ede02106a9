"""Results and samples of lm-evaluation-harness, made into records."""
