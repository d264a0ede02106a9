"""Exact fractions in words: as a decimal if the question gives one."""

from collections.abc import Mapping
from fractions import Fraction

# More digits than this are not readable.
PLACES_MAX = 60


def decimal_words(value: Fraction, places: int = 0) -> str:
    """
    Return a number exactly: whole, as a decimal of at least ``places``, or as a fraction.

    >>> decimal_words(Fraction("3.14")), decimal_words(Fraction("-2.5"), 2)
    ('3.14', '-2.50')
    >>> decimal_words(Fraction(1, 3)), decimal_words(Fraction(12))
    ('1/3', '12')
    """
    while places <= PLACES_MAX and (value * 10**places).denominator != 1:
        places += 1
    if places > PLACES_MAX or value.denominator == 1:
        return str(value)
    digits = f"{abs(int(value * 10**places)):0{places + 1}d}"
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def right_number_words(key: Mapping[str, object]) -> str:
    """
    Return the right number in the form of its question.

    A key keeps the exact fraction; a generated problem whose wrong answers are not fractions has a
    decimal as its answer.

    >>> right_number_words({"value": "157/50", "wrong": ["3.41"]})
    '3.14'
    >>> right_number_words({"value": "1/2"})
    '1/2'
    """
    value, wrong = str(key["value"]), key.get("wrong")
    if "/" in value and isinstance(wrong, list | tuple) and not any("/" in str(w) for w in wrong):
        return decimal_words(Fraction(value))
    return value
