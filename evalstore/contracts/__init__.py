"""What generators, systems, validators and suites hand to each other; no store among it."""
