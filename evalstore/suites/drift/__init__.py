"""The value drift suite: journals, critics that read them, and triggers on their readings."""
