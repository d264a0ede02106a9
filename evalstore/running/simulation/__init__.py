"""Parts of the simulated system."""
