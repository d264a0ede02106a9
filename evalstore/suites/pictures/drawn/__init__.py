"""Pictures drawn by rules, the same bytes on every machine."""
