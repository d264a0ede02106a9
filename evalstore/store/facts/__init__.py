"""Tables computed from the log: facts, sums, their schema."""
