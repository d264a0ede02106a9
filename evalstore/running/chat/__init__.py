"""The client of chat models, for systems and judges."""
