"""The review of a run: what its gates came to and why, as every page and message tells it."""
