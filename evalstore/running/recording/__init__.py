"""Record a run from Python: cases, responses and verdicts, as anybody's loop says them."""
