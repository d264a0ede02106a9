"""The pytest plugin: a test suite of prompts becomes a run, its outcomes the verdicts."""
