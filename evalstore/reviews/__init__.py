"""Reviews of runs: the decisions of gates and their reasons, for every page and message."""
