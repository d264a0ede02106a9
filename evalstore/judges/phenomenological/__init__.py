"""Rules and word lists of the screen for phenomenological replies."""
