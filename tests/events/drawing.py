"""Text drawn from a class of characters, the same each time."""

import re
from random import Random


def drawn(count, body="A-Za-z0-9", seed=1):
    """Draw characters of a class, written as in a pattern."""
    signs = [chr(code) for code in range(33, 127) if re.match(f"[{body}]", chr(code))]
    return "".join(Random(seed).choices(signs, k=count))
