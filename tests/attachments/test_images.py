"""Images of cases and responses: taken from events, kept by hash, verified."""
