"""Side by side with peers and with what the machine can do; prints ratios."""
