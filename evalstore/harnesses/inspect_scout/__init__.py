"""Scans of Inspect Scout: results of its scanners for transcripts of Inspect logs."""
