"""The parts of a job that computes facts, metrics and decisions of gates in a lake."""
