"""What the paths of evalstore cost, as ratios to fixed work, so that a slower one is noticed."""
