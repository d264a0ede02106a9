"""Training of critics on journals."""
