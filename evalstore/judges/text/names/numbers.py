"""Names that are numbers: comparison of a right number with the numbers of a reply."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from evalstore.judges.text.names.tokens import prepared
from evalstore.judges.text.values.numbers import Number, numbers_in

ASKS_FOR_NUMBER = re.compile(
    r"\b(?:how\s+(?:many|much|long|old|tall|high|far|big|large|deep|wide|fast|often|heavy)|"
    r"(?:what|which)\s+(?:\w+\s+){0,2}(?:number|percentage|percent|age|distance|height|length|"
    r"speed|weight|temperature|size|population|amount|cost|price|score|rate|depth|width))\b",
    re.IGNORECASE,
)
UNIT_WORDS_MAX = 2
# A number within a tenth of the right one may be rounded, or counted in another way.
NEAR = Fraction(1, 10)
# Smaller whole numbers occur for many reasons.
TELLING_MIN = 13
YEARS = range(1000, 2100)


@dataclass(frozen=True, slots=True)
class NumberName:
    """A name that is a number with at most a unit."""

    value: Fraction
    unit: str


@lru_cache(maxsize=4096)
def number_of_name(name: str) -> NumberName | None:
    """
    Return the number in a name, None if it contains more than a number and a unit.

    >>> number_of_name("7,000 km"), number_of_name("Catch-22")
    (NumberName(value=Fraction(7000, 1), unit='km'), None)
    """
    bare = re.sub(r"(?<=\d)-(?=[a-z])", " ", prepared(name)).strip(" .,$\u00a3\u20ac~")
    bare = re.sub(r"^(?:about|around|approximately|over|some)\s+", "", bare)
    numbers = numbers_in(bare)
    if len(numbers) != 1 or numbers[0].start != 0:
        return None
    number = numbers[0]
    unit = bare[number.end :].strip(" ,.$\u20ac")
    unit = unit or re.sub(r"[\d.,\s-]", "", bare[: number.end])
    if len(unit.split()) > UNIT_WORDS_MAX or re.search(r"\d", unit):
        return None
    return NumberName(number.value, unit)


@lru_cache(maxsize=1024)
def numbers_of(text: str) -> tuple[Number, ...]:
    """Return the numbers of a prepared text, digits and words, in order."""
    hyphenless = re.sub(r"(?<=\d)-(?=[A-Za-z])", " ", text)
    return tuple(numbers_in(hyphenless))


def judge_numbers(
    text: str, right: Sequence[NumberName], question: str
) -> tuple[bool | None, str] | None:
    """
    Return whether a reply contains a right number, and the reason; None if none is relevant.

    The first part is None if undecided: a number near the right one.
    """
    question_values = {number.value for number in numbers_of(prepared(question))}
    candidates = [number for number in numbers_of(text) if number.value not in question_values]
    if not candidates:
        return None
    is_asked = ASKS_FOR_NUMBER.search(question) is not None
    for number in candidates:
        if any(_is_same(number, name) for name in right) and (
            is_asked or number.value.denominator > 1 or number.value >= TELLING_MIN
        ):
            return True, "the number"
    if not is_asked:
        return None
    if any(_is_near(number.value, name.value) for number in candidates for name in right):
        return None, "a number near the right one"
    if all(number.value in YEARS and number.value.denominator == 1 for number in candidates):
        return None
    return False, "another number"


def _is_same(number: Number, name: NumberName) -> bool:
    if number.value == name.value:
        return True
    # 0.9 and 90 %.
    return "%" in name.unit and number.value * 100 == name.value


def _is_near(value: Fraction, right: Fraction) -> bool:
    return abs(value - right) <= NEAR * abs(right)
