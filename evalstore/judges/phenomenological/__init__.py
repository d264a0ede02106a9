"""Words that the screen of phenomenological replies looks for."""
