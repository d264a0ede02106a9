"""The scorers of one log, as its scores show them: their scales, their parts, and which rate."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from evalstore.harnesses.non_finite import INFINITY, MINUS_INFINITY
from evalstore.harnesses.scales import PART

# Correct, partially correct, incorrect, no answer.
LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
# Those that only a scorer writes which gives grades, and no rating on a scale.
GRADES = ("C", "P")
WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}


@dataclass(slots=True)
class Scorers:
    """
    The scorers of a log, and the parts that those with a dict or list give.

    ``outside`` are those with a number outside 0 to 1, none of whose numbers is a share then;
    ``rating`` those that give the letters for right and wrong, ``grading`` those of them that
    give one for right or partly right.
    """

    names: set[str] = field(default_factory=set)
    outside: set[str] = field(default_factory=set)
    rating: set[str] = field(default_factory=set)
    grading: set[str] = field(default_factory=set)
    # As a dict, whose names stay in their first order.
    parts: dict[str, dict[str, None]] = field(default_factory=dict)

    def name(self, scorer: str, part: str | None) -> str:
        """Return the name of a scorer's part, as verdicts bear it."""
        if part is None:
            return scorer
        self.parts.setdefault(scorer, {})[part] = None
        return f"{scorer}{PART}{part}"

    def number(self, name: str, value: object) -> float | None:
        """Note a value and return it as a number; None where it is none."""
        self.names.add(name)
        found = number_of(value)
        if found is not None and not 0 <= found <= 1:
            self.outside.add(name)
        if isinstance(value, str) and value in LETTERS:
            self.rating.add(name)
            if value in GRADES:
                self.grading.add(name)
        return found

    def scales(self, is_measurement: Callable[[str, bool], bool]) -> dict[str, list[str]]:
        """
        Sort the scorers: which measure, which of the others rate, and which give grades.

        ``is_measurement`` is asked for each of them, with whether it has a number outside.

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
    Return a value as a number, as Inspect's own ``value_to_float`` reads it.

    None where there is none, for which Inspect would count 0.

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
    Return a value that is infinite as JSON's dialects write it, else None.

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
        found = float(text)
    except ValueError:
        return None
    return found if math.isfinite(found) else None
