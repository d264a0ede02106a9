"""The contract of events: what may be appended, and the validation that decides it."""
