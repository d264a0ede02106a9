"""Components of the simulated system."""
