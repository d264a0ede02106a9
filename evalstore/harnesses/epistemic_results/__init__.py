"""The format epistemic_results."""
