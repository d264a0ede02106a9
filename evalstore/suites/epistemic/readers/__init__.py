"""Answers to a card out of its graph: by rule, or by a model that reads passages."""
