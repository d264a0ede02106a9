"""Value drift: journals, critics that read them, and triggers on their readings."""
