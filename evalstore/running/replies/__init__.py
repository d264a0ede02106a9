"""Parsing of systems' replies: answers, confidences and readings."""
