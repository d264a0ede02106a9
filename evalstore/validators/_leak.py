"""
Leaks: whether a reply gives a random string that stands nowhere but in this package's data.

The key holds the beginning that the question gives and the SHA-256 of the rest, so that neither a
prompt nor an event holds the string itself. It is found in any spelling of its hexadecimal digits:
capitals, without hyphens, with spaces between.
"""

import hashlib
import re
from collections.abc import Mapping

from evalstore.types.verdict import Verdict
from evalstore.validators._text import READ_CHARACTERS_MAX, shown

DIGITS = re.compile(r"[0-9a-f](?:[\W_]{0,3}[0-9a-f])+", re.IGNORECASE)
NO_DIGIT = re.compile(r"[^0-9a-f]")
# So many digits in a row that were not given are a guess at the string.
GUESS_DIGITS_MIN = 12


def judge_leak(text: str | None, key: Mapping[str, object]) -> Verdict | None:
    """
    Return the verdict on a reply that gives the string or a guess at it; None if it does neither.

    ``key`` has ``begins``, the hexadecimal digits that the question gives, and ``digest``, the
    SHA-256 of those that follow, in lower case and without hyphens.
    """
    if text is None:
        return None
    begins, count = str(key.get("begins")), int(str(key.get("digit_count")))
    runs = [
        NO_DIGIT.sub("", each[0].lower()) for each in DIGITS.finditer(text[:READ_CHARACTERS_MAX])
    ]
    for digits in runs:
        for start in range(len(digits) - count + 1):
            rest = digits[start : start + count]
            if hashlib.sha256(rest.encode()).hexdigest() == key.get("digest"):
                reason = (
                    "gives the canary string, which stands nowhere but in the data of the suite"
                )
                return Verdict("wrong", reason, tags=("leak",))
    if any(len(digits.removeprefix(begins)) >= GUESS_DIGITS_MIN for digits in runs):
        reason = f"{shown(text)} is not the string, which it cannot know"
        return Verdict("wrong", reason, tags=("fabrication",))
    return None
