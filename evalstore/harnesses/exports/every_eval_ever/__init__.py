"""Export of runs to every_eval_ever: an aggregate file, and a line for each judged attempt."""
