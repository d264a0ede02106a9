"""The SQL of facts and metrics for other engines, as one statement for each relation."""
