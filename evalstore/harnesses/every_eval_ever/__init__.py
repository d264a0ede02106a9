"""Aggregates and samples of every_eval_ever, made into records."""
