"""The parts of a job that computes facts, metrics and gate decisions in a lake."""
