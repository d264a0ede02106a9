"""Readers of aggregates and samples of every_eval_ever."""
