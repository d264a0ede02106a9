"""Test runs of DeepEval: test cases, their metrics, and the figures that a run reports."""
