"""Replies to questions of yes or no."""
