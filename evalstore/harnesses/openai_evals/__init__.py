"""Records of openai/evals: runs out of their lines, the events of each sample put together."""
