"""Rules that compare the turns of one conversation for contradictions."""
