"""The pytest plugin: records a test suite of prompts as a run, and test outcomes as verdicts."""
