"""
Numbers in a text: digits in many spellings, fractions, powers of ten and number words.

Exact throughout (``Fraction``). Digits beyond what any answer needs are no number, so that a
hostile reply costs nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from evalstore.validators import _number_words as words
from evalstore.validators._units import Dimensions, Unit, unit_after

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
    Return the numbers of a plain text in order; number words only where there are no digits.

    >>> [str(number.value) for number in numbers_in("1,234.5 kg, then -3/4 and 6.02 * 10^23")]
    ['2469/2', '-3/4', '602000000000000000000000']
    >>> [str(number.value) for number in numbers_in("minus forty-two")]
    ['-42']
    """
    found = list(_digits_in(text, wanted))
    if found:
        return found
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
    return sign * Fraction(digits) * Fraction(10) ** exponent, places


def _decimal(digits: str) -> str:
    """
    Return digits with a point and no grouping.

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
