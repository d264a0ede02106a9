"""The format inspect_json."""
