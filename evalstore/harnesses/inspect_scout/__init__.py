"""Scans of Inspect Scout: what its scanners found in transcripts of Inspect logs."""
