"""Suites: which cases, systems and validators make a run; one file each, named after it."""
