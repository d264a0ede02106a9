"""Records of openai/evals: runs from lines, with the events of each sample grouped."""
