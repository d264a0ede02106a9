"""
Numbers in a text, in many spellings and with units, compared with the right one.

Arithmetic is exact (``Fraction``). Overlong digit strings are ignored, so that a hostile reply
costs nothing.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from evalstore.judges.text.values import number_words as words
from evalstore.judges.text.values.beside import (
    other_unit_after,
    without_other_unknowns,
    without_rounding,
)
from evalstore.judges.text.values.decimal_words import right_number_words
from evalstore.judges.text.values.units import NONE, Dimensions, Unit, unit_after
from evalstore.judges.text.values.value_verdict import (
    ValueComparison,
    ValueKind,
    verdict_on_values,
)
from evalstore.judges.text.wording import plain
from evalstore.plugins.verdict import Verdict

# Also matches a reason in the form of an equation: "since 3 * 5 + 5 = 20".
CHECK = re.compile(
    r"\b(?:check|checking|verification|verify(?:ing)?)\s?:"
    r"|\b(?:since|because)\s+\d[^=.;]{1,60}=",
    re.IGNORECASE,
)

DIGITS_MAX = 60
EXPONENT_MAX = 400

NUMBER = re.compile(
    r"""
    (?<![A-Za-z0-9_^])(?<![0-9][.,])(?<!\^[-+])
    (?P<sign>(?<![\w)%])[-+]\s?|\b(?:minus|negative)\s+)?
    (?:
        (?:(?P<whole>\d{1,12})\s+)?(?P<top>\d{1,30})\s?/\s?(?P<bottom>\d{1,30})(?![\d/]|[.,]\d)
      |
        (?P<digits>
            \d+\.\d{3}(?:\ \d{3})+(?:\ \d{1,2})?(?!\d)       # 6.022 140 76
          | [1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?(?![\d]|,\d)     # 1,234,567.8
          | [1-9]\d{0,2}(?:\.\d{3})+,\d+(?!\d)                # 1.234,56
          | [1-9]\d{0,2}(?:\.\d{3}){2,}(?![\d]|\.\d)          # 1.234.567
          | [1-9]\d{0,2}(?:[\ ']\d{3})+(?:[.,]\d+)?(?!\d)     # 1 234 567
          | [1-9]\d{0,2}(?:_\d{3})+(?!\d)
          | \d+\.\d+ | \.\d+ | \d+,\d+(?!,?\d) | \d+
        )
        (?:\(\d{1,4}\))?                                      # the uncertain last digits
        (?P<power>[eE][-+]?\d{1,4}(?!\d)|\s*(?:\*|x)\s*10\s?\^\s?\(?[-+]?\d{1,4}\)?)?
    )
    (?P<ordinal>(?:st|nd|rd|th)\b)?
    """,
    re.VERBOSE,
)
BARE_POWER = re.compile(r"10\s?\^\s?\(?([-+]?\d{1,4})\)?")
MULTIPLIER = re.compile(r"\s*(hundred|thousand|million|billion|trillion)\b", re.IGNORECASE)
MULTIPLIERS = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12}
# Minimum decimal places of a rounded answer to a question with an infinite decimal.
ROUNDED_PLACES_MIN = 3
NEAR_FACTOR = 10
# The minimum of repeated numbers that are the terms of a sequence.
TERMS_MIN = 3
LIST_BEGINS = re.compile(r"[:(]")
UNIT_SLIPS = frozenset(
    [Fraction(10) ** power for power in range(-12, 13) if power]
    + [Fraction(60), Fraction(1, 60), Fraction(3600), Fraction(1, 3600)]
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text, from ``start`` to ``end`` with its unit; ``places`` are decimals."""

    value: Fraction
    start: int
    end: int
    places: int = 0
    unit: Unit | None = None


def numbers_in(text: str, wanted: Dimensions | None = None) -> list[Number]:
    """
    Return the numbers of a plain text in order; number words only if there are no digits.

    >>> [str(number.value) for number in numbers_in("1,234.5 kg, then -3/4 and 6.02 * 10^23")]
    ['2469/2', '-3/4', '602000000000000000000000']
    >>> [str(number.value) for number in numbers_in("minus forty-two")]
    ['-42']
    """
    numbers = list(_digits_in(text, wanted))
    if numbers:
        # Next to digits, only fractions in words count: "so the sum is eleven twelfths".
        stated = [Number(*each) for each in words.fractions_stated_in(text)]
        return sorted([*numbers, *stated], key=lambda number: number.start) if stated else numbers
    spoken = words.spoken_in(text)
    return [_with_unit(text, wanted, value, start, end) for value, start, end in spoken]


def _digits_in(text: str, wanted: Dimensions | None) -> Iterator[Number]:
    end = 0
    while match := NUMBER.search(text, end):
        end = match.end()
        power = BARE_POWER.match(text, match.start("digits")) if match["digits"] else None
        if power and match["digits"] == "10" and not match["power"]:
            if abs(int(power[1])) > EXPONENT_MAX:
                continue
            value, end, places = Fraction(10) ** int(power[1]), power.end(), 0
            value = -value if (match["sign"] or "+")[0] in "-mn" else value
        else:
            read = _value(match)
            if read is None:
                continue
            value, places = read
        number = _with_unit(text, wanted, value, match.start(), end, places)
        end = number.end
        yield number


def _with_unit(
    text: str, wanted: Dimensions | None, value: Fraction, start: int, end: int, places: int = 0
) -> Number:
    if multiplier := MULTIPLIER.match(text, end):
        value, end = value * 10 ** MULTIPLIERS[multiplier[1].lower()], multiplier.end()
    unit = unit_after(text[end : end + 100], wanted)
    return Number(value, start, end + (unit[1] if unit else 0), places, unit[0] if unit else None)


def _value(match: re.Match[str]) -> tuple[Fraction, int] | None:
    sign = -1 if (match["sign"] or "+").strip()[0] in "-mn" else 1
    if match["top"]:
        if int(match["bottom"]) == 0:
            return None
        share = Fraction(int(match["top"]), int(match["bottom"]))
        return sign * (int(match["whole"] or 0) + share), 0
    digits = _decimal(match["digits"])
    exponent = int(re.split(r"[eE^]", match["power"])[-1].strip(" ()")) if match["power"] else 0
    if len(digits) > DIGITS_MAX or abs(exponent) > EXPONENT_MAX:
        return None
    places = len(digits.partition(".")[2])
    value = Fraction(int(digits) if digits.isdecimal() else digits)
    return sign * (value * Fraction(10) ** exponent if exponent else value), places


def _decimal(digits: str) -> str:
    """
    Return digits with a decimal point and without grouping.

    >>> [_decimal(text) for text in ("1,234", "1.234,5", "0,125", "3,14", "1 234.5", ".5")]
    ['1234', '1234.5', '0.125', '3.14', '1234.5', '0.5']
    """
    bare = digits.replace(" ", "").replace("'", "").replace("_", "")
    if re.fullmatch(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?", bare):
        bare = bare.replace(",", "")
    elif re.fullmatch(r"[1-9]\d{0,2}(?:\.\d{3})+,\d+|[1-9]\d{0,2}(?:\.\d{3}){2,}", bare):
        bare = bare.replace(".", "")
    bare = bare.replace(",", ".")
    return f"0{bare}" if bare.startswith(".") else bare


def judge_number(
    text: str, key: Mapping[str, object], question: str, *, is_answer_alone: bool
) -> tuple[Verdict | None, int]:
    """Return the verdict on the numbers in a text, and the position of the first."""
    bare, unit = plain(text), unit_of(key)
    right = Fraction(str(key["value"]))
    bare = without_other_unknowns(without_check(bare), question)
    bare = bare if key.get("tolerance") else without_rounding(bare, right)
    question_numbers = [number.value for number in numbers_in(plain(question))]
    values = _going_on(numbers_in(bare, unit.dimensions if unit else None), question_numbers)
    values = _counted(bare, values, question_numbers)
    echoes = set(question_numbers)
    beside = _beside(key, unit)
    sought = f"the right number is {_right_words(key)}"

    def compare(number: Number) -> ValueComparison:
        if other := other_unit_after(bare, number.start, key.get("other_units")):
            return ValueComparison(False, f"{other} are not what was asked for", "unit_error")
        return _compare(number, right, unit, key, bare[number.start : number.end].strip())

    kind = ValueKind(
        compare=compare,
        same=lambda first, other: (
            _in_unit(first, unit) == _in_unit(other, unit) and _in_unit(first, unit) is not None
        ),
        is_echo=lambda number: number.value in echoes,
        is_beside=lambda number: number.value in beside or _in_unit(number, unit) in beside,
        words=lambda number: bare[number.start : number.end].strip()[:40],
        sought=sought,
    )
    verdict = verdict_on_values(bare, values, kind, is_answer_alone=is_answer_alone)
    return verdict, values[0].start if values else len(bare)


def _going_on(values: list[Number], question_numbers: list[Fraction]) -> list[Number]:
    """Return the values without the question's terms that a reply repeats before the next one."""
    terms = [number.value for number in values[: len(question_numbers)]]
    is_repeated = (
        len(question_numbers) >= TERMS_MIN
        and terms == question_numbers
        and len(values) > len(question_numbers)
    )
    return values[len(question_numbers) :] if is_repeated else values


def _beside(key: Mapping[str, object], unit: Unit | None) -> set[Fraction]:
    """Return the numbers that a right answer may also contain, as written."""
    texts = key.get("beside")
    wanted = unit.dimensions if unit else None
    return {
        number.value
        for text in (texts if isinstance(texts, list | tuple) else ())
        for number in numbers_in(plain(str(text)), wanted)
    }


def _counted(text: str, values: list[Number], question_numbers: list[Fraction]) -> list[Number]:
    """
    Return only the count if a reply lists the counted items.

    >>> text = "There are three: 2, 3 and 5."
    >>> [str(number.value) for number in _counted(text, numbers_in(text), [])]
    ['3']
    """
    begins = LIST_BEGINS.search(text)
    head = numbers_in(text[: begins.start()]) if begins else []
    head = [number for number in head if number.value not in question_numbers]
    items = [number for number in values if begins and number.start >= begins.end()]
    count = len({number.value for number in items})
    is_count = len(head) == 1 and head[0].value == len(items) == count
    return head if is_count and len(items) >= TERMS_MIN else values


def unit_of(key: Mapping[str, object]) -> Unit | None:
    """Return the unit of an answer key, None if it has none."""
    name = key.get("unit")
    # "in" alone would be read as a preposition.
    result = unit_after("inch" if name == "in" else f" {name}") if name else None
    return result[0] if result else None


def _right_words(key: Mapping[str, object]) -> str:
    unit = f" {key['unit']}" if key.get("unit") else ""
    tolerance = key.get("tolerance")
    within = f" within {float(str(tolerance)):.2%}" if tolerance else ""
    return f"{right_number_words(key)}{unit}{within}"


def _in_unit(number: Number, unit: Unit | None) -> Fraction | None:
    """Return a number in the requested unit, None if the dimensions differ."""
    written = number.unit
    if written is None:
        return number.value
    if unit is None:
        # A percent sign changes the number; other units are ignored.
        return number.value * written.factor if written.dimensions == NONE else number.value
    if written.dimensions != unit.dimensions:
        return None
    return (number.value * written.factor + written.offset - unit.offset) / unit.factor


def _compare(
    number: Number, right: Fraction, unit: Unit | None, key: Mapping[str, object], shown_text: str
) -> ValueComparison:
    words = f"{shown_text[:40]} against {_right_words(key)}"
    value = _in_unit(number, unit)
    if value is None:
        return ValueComparison(False, f"{words}: its unit measures something else", "unit_error")
    if key.get("unit_required") and number.unit not in {None, unit}:
        # The question's own quantity equals the right one but is not converted.
        return ValueComparison(False, f"{words}: {key['unit']} was asked for", "unit_error")
    tolerance = Fraction(str(key.get("tolerance") or 0))
    difference = abs(value - right)
    if difference <= tolerance * abs(right):
        return ValueComparison(True, words)
    is_endless = not _ends(right) and not tolerance
    rounded_off = Fraction(1, 2 * 10**number.places)
    if is_endless and number.places and difference <= rounded_off:
        if number.places >= ROUNDED_PLACES_MIN:
            return ValueComparison(True, f"{words}, rounded to {number.places} places")
        reason = f"{words}: rounded to fewer than {ROUNDED_PLACES_MIN} places"
        return ValueComparison(False, reason, "out_of_tolerance")
    return ValueComparison(False, words, _tag(value, right, tolerance, unit))


def _tag(value: Fraction, right: Fraction, tolerance: Fraction, unit: Unit | None) -> str:
    if abs(value - right) <= NEAR_FACTOR * tolerance * abs(right):
        return "out_of_tolerance"
    if unit is not None and right and value / right in UNIT_SLIPS:
        return "unit_error"
    return "factual_error"


def _ends(value: Fraction) -> bool:
    """
    Return whether the decimal of a fraction ends.

    >>> _ends(Fraction(3, 40)), _ends(Fraction(1, 3))
    (True, False)
    """
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1


def without_check(text: str) -> str:
    """Return the text without a check of the result, which ends in numbers of the question."""
    check = CHECK.search(text)
    return text[: check.start()] if check and re.search(r"\d", text[: check.start()]) else text
