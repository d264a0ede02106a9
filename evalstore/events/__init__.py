"""The contract of events: their schemas, and the validation before they are appended."""
