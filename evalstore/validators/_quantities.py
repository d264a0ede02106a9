"""Numbers in a reply held against the right one, with units and tolerance."""

import re
from collections.abc import Mapping
from fractions import Fraction

from evalstore.types.verdict import Verdict
from evalstore.validators._numbers import Number, numbers_in
from evalstore.validators._text import plain
from evalstore.validators._units import NONE, Unit, unit_after
from evalstore.validators._weighing import Compared, Reading, weigh

# What a rounded reply to a question with an endless decimal needs at least.
ROUNDED_PLACES_MIN = 3
NEAR_FACTOR = 10
# As many numbers as these, repeated in order, are the terms of a sequence.
TERMS_MIN = 3
CHECK = re.compile(r"\b(?:check|checking|verification|verify(?:ing)?)\s?:", re.IGNORECASE)
UNIT_SLIPS = frozenset(
    [Fraction(10) ** power for power in range(-12, 13) if power]
    + [Fraction(60), Fraction(1, 60), Fraction(3600), Fraction(1, 3600)]
)


def judge_number(
    text: str, key: Mapping[str, object], question: str, *, is_answer_alone: bool
) -> tuple[Verdict | None, int]:
    """Return the verdict on the numbers in a text, and where the first one stands."""
    bare, unit = plain(text), unit_of(key)
    bare = _without_check(bare)
    given = [number.value for number in numbers_in(plain(question))]
    values = _going_on(numbers_in(bare, unit.dimensions if unit else None), given)
    asked = set(given)
    right = Fraction(str(key["value"]))
    sought = f"the right number is {_right_words(key)}"

    def compare(number: Number) -> Compared:
        return _compare(number, right, unit, key, bare[number.start : number.end].strip())

    reading = Reading(
        compare=compare,
        same=lambda one, other: (
            _in_unit(one, unit) == _in_unit(other, unit) and _in_unit(one, unit) is not None
        ),
        is_echo=lambda number: number.value in asked,
        words=lambda number: bare[number.start : number.end].strip()[:40],
        sought=sought,
    )
    verdict = weigh(bare, values, reading, is_answer_alone=is_answer_alone)
    return verdict, values[0].start if values else len(bare)


def _without_check(text: str) -> str:
    """Leave out a check of the result, which ends in the numbers of the question."""
    check = CHECK.search(text)
    return text[: check.start()] if check and re.search(r"\d", text[: check.start()]) else text


def _going_on(values: list[Number], given: list[Fraction]) -> list[Number]:
    """Leave out the terms a reply repeats before it goes on with the next one."""
    said = [number.value for number in values[: len(given)]]
    is_repeated = len(given) >= TERMS_MIN and said == given and len(values) > len(given)
    return values[len(given) :] if is_repeated else values


def unit_of(key: Mapping[str, object]) -> Unit | None:
    """Return the unit an answer key asks for, None where it names none."""
    name = key.get("unit")
    # "in" is read as a preposition wherever it may be one.
    found = unit_after("inch" if name == "in" else f" {name}") if name else None
    return found[0] if found else None


def _right_words(key: Mapping[str, object]) -> str:
    unit = f" {key['unit']}" if key.get("unit") else ""
    tolerance = key.get("tolerance")
    within = f" within {float(str(tolerance)):.2%}" if tolerance else ""
    return f"{key['value']}{unit}{within}"


def _in_unit(number: Number, unit: Unit | None) -> Fraction | None:
    """Return a number in the unit asked for, None where its unit measures something else."""
    said = number.unit
    if said is None:
        return number.value
    if unit is None:
        # A percent sign changes the number; other units are beside the question.
        return number.value * said.factor if said.dimensions == NONE else number.value
    if said.dimensions != unit.dimensions:
        return None
    return (number.value * said.factor + said.offset - unit.offset) / unit.factor


def _compare(
    number: Number, right: Fraction, unit: Unit | None, key: Mapping[str, object], said: str
) -> Compared:
    words = f"{said[:40]} against {_right_words(key)}"
    value = _in_unit(number, unit)
    if value is None:
        return Compared(False, f"{words}: its unit measures something else", "unit_error")
    tolerance = Fraction(str(key.get("tolerance") or 0))
    difference = abs(value - right)
    if difference <= tolerance * abs(right):
        return Compared(True, words)
    is_endless = not _ends(right) and not tolerance
    rounded_off = Fraction(1, 2 * 10**number.places)
    if is_endless and number.places and difference <= rounded_off:
        if number.places >= ROUNDED_PLACES_MIN:
            return Compared(True, f"{words}, rounded to {number.places} places")
        reason = f"{words}: rounded to fewer than {ROUNDED_PLACES_MIN} places"
        return Compared(False, reason, "out_of_tolerance")
    return Compared(False, words, _tag(value, right, tolerance, unit))


def _tag(value: Fraction, right: Fraction, tolerance: Fraction, unit: Unit | None) -> str:
    if abs(value - right) <= NEAR_FACTOR * tolerance * abs(right):
        return "out_of_tolerance"
    if unit is not None and right and value / right in UNIT_SLIPS:
        return "unit_error"
    return "factual_error"


def _ends(value: Fraction) -> bool:
    """
    Say whether the decimal of a fraction ends.

    >>> _ends(Fraction(3, 40)), _ends(Fraction(1, 3))
    (True, False)
    """
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1
