"""Numbers next to an answer that are not part of it: rounding, uncertainty, another unknown."""

import re
from fractions import Fraction

_NUMBER = r"[-+]?\d+(?:\.\d+)?"
# For example: 118/171 (about 0.69).
ROUNDING = re.compile(
    rf"\s*\(\s*(?:~|=|about|approximately|approx\.?|roughly|ca\.?|or(?: about)?)?\s*"
    rf"({_NUMBER})\s*(%)?\s*\)"
    rf"|\s*(?:~=?|,?\s(?:or\s)?(?:about|approximately|roughly))\s*({_NUMBER})\s*(%)?"
)
UNCERTAINTY = re.compile(rf"(?<=\d)\s*(?:\+/-|\+-|\u00b1|\\pm)\s*{_NUMBER}")
ASKED_UNKNOWN = re.compile(r"\b(?:what is|find|value of|which|give)\s+([a-z])\b", re.IGNORECASE)
ASSIGNED = re.compile(rf"\b([a-z])\s*=\s*{_NUMBER}(?:/\d+)?", re.IGNORECASE)
# The words after a number, up to the end of its clause.
UNIT_WORDS = re.compile(
    r"[-+]?[\d.,/'_ ]*(?:e[-+]?\d+|\*\s?10\s?\^\s?-?\d+)?\s*([A-Za-z][\w ^/-]*)"
)
PLACES_MIN = 2


def without_rounding(text: str, right: Fraction) -> str:
    """
    Return the text without a decimal, of at least two places, that rounds the right value.

    >>> without_rounding("118/171 (about 0.69)", Fraction(118, 171))
    '118/171'
    >>> without_rounding("118/171 (about 0.75)", Fraction(118, 171))
    '118/171 (about 0.75)'
    """
    for match in ROUNDING.finditer(text):
        digits, percent = (match[1], match[2]) if match[1] else (match[3], match[4])
        places = len(digits.partition(".")[2])
        shift = 100 if percent else 1
        is_near = abs(Fraction(digits) - right * shift) <= Fraction(1, 2 * 10**places)
        if is_near and places + (2 if percent else 0) >= PLACES_MIN and match.start():
            return (text[: match.start()] + text[match.end() :]).strip()
    return text


def without_other_unknowns(text: str, question: str) -> str:
    """
    Return the text without the values that it assigns to unknowns other than the requested one.

    >>> without_other_unknowns("x = -109, y = 86", "Given x + y = -23, what is x?")
    'x = -109, '
    """
    unknown = ASKED_UNKNOWN.search(question)
    named = {match[1].lower() for match in ASSIGNED.finditer(text)}
    if unknown is None or unknown[1].lower() not in named:
        return text
    return ASSIGNED.sub(
        lambda match: match[0] if match[1].lower() == unknown[1].lower() else "", text
    )


def without_uncertainty(text: str) -> str:
    """
    Return the text without the uncertainty of a measured value.

    >>> without_uncertainty("358.9 +/- 0.4 million")
    '358.9 million'
    """
    return UNCERTAINTY.sub("", text)


def other_unit_after(text: str, start: int, others: object) -> str | None:
    """
    Return the one of the other units that follows the number at ``start``, else None.

    >>> other_unit_after("27.34 feet", 0, ["yards", "foot", "feet"])
    'feet'
    """
    names = [str(name) for name in others] if isinstance(others, list | tuple) else []
    match = UNIT_WORDS.match(text, start)
    words = f"{match[1]} " if match else ""
    fits = [name for name in names if words.startswith((f"{name} ", f"US {name} "))]
    return max(fits, key=len, default=None)
