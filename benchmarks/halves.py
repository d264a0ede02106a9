"""Halves of labelled data: the one that rules are chosen on, and the one that is only reported."""

import hashlib

CHOSEN, HELD = "chosen on", "held out"
HALVES = (CHOSEN, HELD)


def half_of(key: str) -> str:
    """
    Return the half that a question, a conversation or a reply belongs to, by its SHA-256.

    >>> half_of("Who wrote Faust?"), half_of("Who wrote Emma?")
    ('chosen on', 'held out')
    """
    is_even = hashlib.sha256(key.encode()).digest()[-1] % 2 == 0
    return CHOSEN if is_even else HELD
