"""Runs: execute suites against systems, and append the results to the store."""
