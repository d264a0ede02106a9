"""LightEval: results with the details of the same stamp, read as lm-evaluation-harness is."""
