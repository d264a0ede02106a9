"""
LightEval: results with the details of the same stamp, in the records of lm-evaluation-harness.
"""
