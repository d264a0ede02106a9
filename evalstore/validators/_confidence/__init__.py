"""Confidences that a reply states."""
