"""Hosted OpenAI Evals: objects of its API put together as runs."""
