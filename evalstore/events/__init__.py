"""The contract of events: what may be appended, and the door that holds to it."""
