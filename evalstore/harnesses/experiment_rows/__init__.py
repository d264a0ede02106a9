"""Rows of experiments that tracing tools export: one case, its reply and its scores each."""
