"""A problem with one exact answer, and how numbers and sums are written in its question."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evalstore.plugins.seeded_random import SeededRandom

NUMBER = re.compile(r"\d+/\d+|\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Problem:
    """
    A problem: its wordings, its one answer, plausible slips, and the answer's unit if any.

    ``step_count`` is how many operations lead to the answer. Where ``is_unit_required``, the
    question asks for a value in ``unit``, and an equal one in another unit is wrong.
    """

    topic: str
    difficulty: str
    wordings: Sequence[str]
    answer: Fraction
    slips: Sequence[Fraction]
    step_count: int
    unit: str | None = None
    is_unit_required: bool = False
    is_written_as_fraction: bool = False

    @property
    def digit_count(self) -> int:
        """The digits of the longest number in the question."""
        return max((len(digits) for digits in re.findall(r"\d+", self.wordings[0])), default=0)

    @property
    def names_its_answer(self) -> bool:
        """Whether the answer, or its negative, stands in a wording of the question."""
        given = {abs(Fraction(found)) for text in self.wordings for found in numbers_of(text)}
        return abs(self.answer) in given


Draw = Callable[[SeededRandom, str], Problem]


def numbers_of(text: str) -> list[str]:
    """
    Return the numbers in a text, without their signs.

    >>> numbers_of("(3/4) - 12 * 1.5")
    ['3/4', '12', '1.5']
    """
    return [found for found in NUMBER.findall(text) if not found.endswith("/0")]


def sum_of_terms(terms: Sequence[tuple[int, str]]) -> str:
    """
    Write a sum of multiples, those of 0 left out.

    >>> sum_of_terms([(2, "x"), (-1, "y"), (0, "z"), (-5, "")])
    '2x - y - 5'
    """
    text = ""
    for factor, name in terms:
        if factor == 0:
            continue
        size = "" if abs(factor) == 1 and name else str(abs(factor))
        sign = (" - " if factor < 0 else " + ") if text else ("-" if factor < 0 else "")
        text += f"{sign}{size}{name}"
    return text or "0"


def nonzero(rng: SeededRandom, lowest: int, highest: int) -> int:
    """Draw an integer other than 0 from lowest to highest, both included."""
    found = rng.randint(lowest, highest)
    while found == 0:
        found = rng.randint(lowest, highest)
    return found


def neighbours(answer: Fraction) -> tuple[Fraction, ...]:
    """Return values near an answer that are written alike: slips where no others are known."""
    step = Fraction(1, answer.denominator)
    return answer + 2 * step, answer - step, answer + 10 * step, answer + 3 * step
