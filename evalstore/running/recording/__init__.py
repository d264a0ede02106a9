"""Recording of a run from Python: its cases, responses and verdicts."""
