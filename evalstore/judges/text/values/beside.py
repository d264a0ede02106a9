"""Numbers beside an answer that are none: its rounding, its uncertainty, another unknown."""

import re
from fractions import Fraction

_NUMBER = r"[-+]?\d+(?:\.\d+)?"
# As in: 118/171 (about 0.69).
ROUNDING = re.compile(
    rf"\s*\(\s*(?:~|=|about|approximately|approx\.?|roughly|ca\.?|or(?: about)?)?\s*"
    rf"({_NUMBER})\s*(%)?\s*\)"
    rf"|\s*(?:~=?|,?\s(?:or\s)?(?:about|approximately|roughly))\s*({_NUMBER})\s*(%)?"
)
UNCERTAINTY = re.compile(rf"(?<=\d)\s*(?:\+/-|\+-|\u00b1|\\pm)\s*{_NUMBER}")
ASKED_UNKNOWN = re.compile(r"\b(?:what is|find|value of|which|give)\s+([a-z])\b", re.IGNORECASE)
ASSIGNED = re.compile(rf"\b([a-z])\s*=\s*{_NUMBER}(?:/\d+)?", re.IGNORECASE)
# What stands behind a number, up to the end of its clause.
UNIT_WORDS = re.compile(
    r"[-+]?[\d.,/'_ ]*(?:e[-+]?\d+|\*\s?10\s?\^\s?-?\d+)?\s*([A-Za-z][\w ^/-]*)"
)
PLACES_MIN = 2


def without_rounding(text: str, right: Fraction) -> str:
    """
    Leave out a decimal of at least two places that only rounds the right value before it.

    >>> without_rounding("118/171 (about 0.69)", Fraction(118, 171))
    '118/171'
    >>> without_rounding("118/171 (about 0.75)", Fraction(118, 171))
    '118/171 (about 0.75)'
    """
    for found in ROUNDING.finditer(text):
        digits, percent = (found[1], found[2]) if found[1] else (found[3], found[4])
        places = len(digits.partition(".")[2])
        shift = 100 if percent else 1
        is_near = abs(Fraction(digits) - right * shift) <= Fraction(1, 2 * 10**places)
        if is_near and places + (2 if percent else 0) >= PLACES_MIN and found.start():
            return (text[: found.start()] + text[found.end() :]).strip()
    return text


def without_other_unknowns(text: str, question: str) -> str:
    """
    Leave out what a reply assigns to another unknown than the one that is asked for.

    >>> without_other_unknowns("x = -109, y = 86", "Given x + y = -23, what is x?")
    'x = -109, '
    """
    asked = ASKED_UNKNOWN.search(question)
    named = {found[1].lower() for found in ASSIGNED.finditer(text)}
    if asked is None or asked[1].lower() not in named:
        return text
    return ASSIGNED.sub(
        lambda found: found[0] if found[1].lower() == asked[1].lower() else "", text
    )


def without_uncertainty(text: str) -> str:
    """
    Leave out how uncertain a measured value is.

    >>> without_uncertainty("358.9 +/- 0.4 million")
    '358.9 million'
    """
    return UNCERTAINTY.sub("", text)


def other_unit_after(text: str, start: int, others: object) -> str | None:
    """
    Return which of the other units is written behind the number at a place, None if none is.

    >>> other_unit_after("27.34 feet", 0, ["yards", "foot", "feet"])
    'feet'
    """
    names = [str(name) for name in others] if isinstance(others, list | tuple) else []
    found = UNIT_WORDS.match(text, start)
    words = f"{found[1]} " if found else ""
    fits = [name for name in names if words.startswith((f"{name} ", f"US {name} "))]
    return max(fits, key=len, default=None)
