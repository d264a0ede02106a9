"""
Power of gates: chances to pass and to fail, and the numbers of cases that these take.

Everything here asks ``decide`` itself, with every outcome that the cases may have, so that the
chances are those of the rule that decides, whatever it is. See docs/architecture.md#gates.
"""
