"""Results and samples of lm-evaluation-harness as records."""
