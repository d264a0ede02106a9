"""Distinguish passwords and a few other values from words, names and placeholders."""

import base64
import binascii
import re
from typing import Final

from evalstore.events.rule import looks_drawn

_PLACEHOLDER: Final = re.compile(r"(?i)pass|your|token|secret|example|xxx|\.\.\.|user|name")
# The fewest words of a seed phrase (BIP-39).
_SEED_WORDS_MIN: Final = 12
# Common words of English that no list of seed words contains.
_NO_SEED_WORDS: Final = frozenset(
    ("the", "and", "for", "are", "was", "with", "not", "but", "his", "her", "has", "had", "from")
)


def is_password(value: str) -> bool:
    """
    Return True if a value in the place of a password is neither a variable nor a placeholder.

    >>> is_password("hunter22"), is_password("QkzWbvRtYpLm"), is_password("${DB_PASS_1}")
    (True, True, False)
    >>> is_password("YourPassword"), is_password("3306")
    (False, False)
    """
    if value[0] in "$%{<[*" or not any(char.isalpha() for char in value):
        return False
    if any(char.isdigit() for char in value):
        return True
    is_mixed = any(char.isupper() for char in value[1:]) and any(char.islower() for char in value)
    return is_mixed and not _PLACEHOLDER.search(value)


def is_encoded_login(value: str) -> bool:
    """
    Return True for the base64 of a user and a password, as docker keeps them.

    >>> is_encoded_login("dXNlcjpodW50ZXIyMg=="), is_encoded_login("bm8gbG9naW4gaGVyZQ==")
    (True, False)
    """
    try:
        user, has_password, password = base64.b64decode(value, validate=True).partition(b":")
    except (binascii.Error, ValueError):
        return False
    login = user + password
    return bool(has_password and user and password and login.isascii()) and all(
        32 < code < 127  # noqa: PLR2004 - visible ASCII
        for code in login
    )


def is_mixed_half(value: str) -> bool:
    """Return True for a random value with letters of both cases after its last point."""
    half = value.rpartition(".")[2]
    return not half.isupper() and not half.islower() and looks_drawn(value.replace(".", ""))


def is_seed_phrase(value: str) -> bool:
    """
    Return True for at least 12 words, if none of the first 12 is a very common one.

    >>> is_seed_phrase("legal winner thank year wave sausage " * 2)
    True
    >>> is_seed_phrase("said the first person who came into our house that cold morning early")
    False
    """
    words = value.split()[:_SEED_WORDS_MIN]
    return len(words) == _SEED_WORDS_MIN and not _NO_SEED_WORDS.intersection(words)
