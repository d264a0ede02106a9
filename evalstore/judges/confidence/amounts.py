"""Amounts of confidence: a number with its scale, a bound or a range, as a share of one."""

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from evalstore.base.word_file import PatternFile

FILE = Path(__file__).with_name("confidence.toml")
PATTERNS = PatternFile(FILE)

AMOUNT = PATTERNS["amount"]
# The ends of scales in use.
TOPS = frozenset({1, 4, 5, 7, 10, 100})
SCALE = PATTERNS["scale"]
# A number from 1 to this, without a scale, could be out of ten or out of a hundred.
AMBIGUOUS_UP_TO = 10
PER_CENT = 100


@dataclass(frozen=True, slots=True)
class Amount:
    """
    An amount of confidence in a text.

    ``value`` is the amount as a share of one, None for a bound, a range or an unknown scale;
    ``shown`` is its wording; ``has_scale`` is True if the wording includes the scale.
    """

    value: float | None
    shown: str
    has_scale: bool
    is_range: bool
    start: int
    end: int


def amount_at(text: str, place: int, top: int | None = None) -> Amount | None:
    """
    Return the amount that begins at ``place``, None if no amount begins there.

    ``top`` is the end of a scale named elsewhere in the text. Without a scale, a number up to 1 is
    a share, one above 10 is a percentage, and one in between has an unknown scale.
    """
    match = AMOUNT.match(text, place)
    if match is None or (match["top"] and not 1 <= int(match["top"]) <= PER_CENT):
        return None
    number = _number(match["number"])
    is_range = bool(match["bound"] or match["over"] or match["range"])
    named = PER_CENT if match["percent"] else int(match["top"] or 0)
    return Amount(
        None if is_range else _share(number, named or top, is_named=bool(named)),
        match[0].strip(),
        bool(named),
        is_range,
        match.start("number"),
        match.end(),
    )


def scale_at(text: str, place: int) -> tuple[int, int] | None:
    """Return the upper end of the scale named at a place, and the position after it; else None."""
    match = SCALE.match(text, place)
    if match is None or match.end() == place:
        return None
    if match["percent"]:
        return PER_CENT, match.end()
    top = int(float(match["high"] or match["end"] or match["top"]))
    is_marked = match[0].lstrip()[:1] in "([<" or match["scale"] or match["from"] or match["after"]
    is_marked = is_marked or match[0].lstrip()[:5].lower() == "from "
    if match["high"] and not is_marked:
        return None
    return (top, match.end()) if top in TOPS else None


def _number(written: str) -> Fraction:
    text = written.replace(" ", "")
    if re.fullmatch(r"-?[1-9]\d{0,2},\d{3}", text):
        return Fraction(text.replace(",", ""))
    return Fraction(text.replace(",", "."))


def _share(number: Fraction, top: int | None, *, is_named: bool) -> float | None:
    if top is None:
        if 1 < number <= AMBIGUOUS_UP_TO:
            return None
        return float(number / PER_CENT if number > AMBIGUOUS_UP_TO else number)
    is_share_after_all = 0 < number < 1 and top > 1 and not is_named
    return None if is_share_after_all else float(number / top)
