"""Scorers of one log as seen in its scores: scales, parts, and kinds of grades."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from evalstore.harnesses.non_finite import INFINITY, MINUS_INFINITY
from evalstore.harnesses.scales import PART

# Correct, partially correct, incorrect, no answer.
LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
# Letters written only by a scorer that grades, not by one that rates on a scale.
GRADES = ("C", "P")
WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}


@dataclass(slots=True)
class Scorers:
    """
    The scorers of a log, and the parts of those whose value is a dict or list.

    ``outside`` are scorers with a number outside 0 to 1: none of their numbers is a share.
    ``rating`` are those that give the letters for right and wrong; ``grading`` those of them that
    give a letter for right or partly right.
    """

    names: set[str] = field(default_factory=set)
    outside: set[str] = field(default_factory=set)
    rating: set[str] = field(default_factory=set)
    grading: set[str] = field(default_factory=set)
    # A dict as an ordered set: parts keep the order in which they first occur.
    parts: dict[str, dict[str, None]] = field(default_factory=dict)

    def name(self, scorer: str, part: str | None) -> str:
        """Return the name of a scorer's part as used in verdicts, and note the part."""
        if part is None:
            return scorer
        self.parts.setdefault(scorer, {})[part] = None
        return f"{scorer}{PART}{part}"

    def number(self, name: str, value: object) -> float | None:
        """Note a value and return it as a number; None if it cannot be converted."""
        self.names.add(name)
        number = number_of(value)
        if number is not None and not 0 <= number <= 1:
            self.outside.add(name)
        if isinstance(value, str) and value in LETTERS:
            self.rating.add(name)
            if value in GRADES:
                self.grading.add(name)
        return number

    def scales(self, is_measurement: Callable[[str, bool], bool]) -> dict[str, list[str]]:
        """
        Return the scorers that measure, those of the others that rate, and those that grade.

        ``is_measurement`` is called for each scorer, with whether it has a number outside 0 to 1.

        >>> seen = Scorers()
        >>> [seen.number(name, value) for name, value in (("a", 7), ("a", 1), ("b", "C"))]
        [7.0, 1.0, 1.0]
        >>> seen.scales(lambda name, is_outside: is_outside)
        {'measuring': ['a'], 'rating': ['b'], 'grading': ['b']}
        """
        measuring = {name for name in self.names if is_measurement(name, name in self.outside)}
        return {
            "measuring": sorted(measuring),
            "rating": sorted(self.rating - measuring),
            "grading": sorted(self.grading),
        }


def number_of(value: object) -> float | None:
    """
    Return a value as a number, with the rules of Inspect's ``value_to_float``.

    None if it cannot be converted, for which Inspect would count 0.

    >>> [number_of(value) for value in ("C", "Yes", " 7.5", -3, True, "fine", None, [1])]
    [1.0, 1.0, 7.5, -3.0, 1.0, None, None, None]
    """
    if isinstance(value, str):
        letter = LETTERS.get(value)
        return _number_in(value) if letter is None else letter
    if isinstance(value, int | float):
        return float(value) if math.isfinite(value) else None
    return None


def infinity_of(value: object) -> str | None:
    """
    Return ``Infinity`` or ``-Infinity`` if the value is infinite, else None.

    >>> [infinity_of(value) for value in (float("-inf"), "inf", "1e999", 1e308, "infinite", None)]
    ['-Infinity', 'Infinity', 'Infinity', None, None, None]
    """
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if not isinstance(value, float) or not math.isinf(value):
        return None
    return INFINITY if value > 0 else MINUS_INFINITY


def _number_in(text: str) -> float | None:
    word = WORDS.get(text.lower())
    if word is not None:
        return word
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
