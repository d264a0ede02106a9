"""The format braintrust."""
