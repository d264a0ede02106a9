"""Runs as records of every_eval_ever: an aggregate file, and a line for each judged attempt."""
