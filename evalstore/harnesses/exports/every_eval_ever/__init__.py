"""
Export of runs to every_eval_ever: an aggregate, and a line for each judged attempt.

``evalstore.harnesses.exports`` calls it. See docs/architecture.md#harnesses.
"""
