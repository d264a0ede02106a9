"""Runs: the one place where suites, systems and validators meet the store."""
