"""Rows of experiments that tracing tools export, each with a case, its reply and its scores."""
