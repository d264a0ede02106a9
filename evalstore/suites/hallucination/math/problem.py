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

    ``step_count`` is the number of operations that lead to the answer. If ``is_unit_required``,
    the question asks for a value in ``unit``, and an equal value in another unit is wrong.
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
        """Return whether a wording of the question contains the answer or its negative."""
        numbers = {abs(Fraction(number)) for text in self.wordings for number in numbers_of(text)}
        return abs(self.answer) in numbers


Draw = Callable[[SeededRandom, str], Problem]


def numbers_of(text: str) -> list[str]:
    """
    Return the numbers in a text, without their signs.

    >>> numbers_of("(3/4) - 12 * 1.5")
    ['3/4', '12', '1.5']
    """
    return [number for number in NUMBER.findall(text) if not number.endswith("/0")]


def sum_of_terms(terms: Sequence[tuple[int, str]]) -> str:
    """
    Write a sum of multiples; terms with the factor 0 are left out.

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
    number = rng.randint(lowest, highest)
    while number == 0:
        number = rng.randint(lowest, highest)
    return number


def neighbours(answer: Fraction) -> tuple[Fraction, ...]:
    """Return values near an answer and written like it, for slips if there are no better ones."""
    step = Fraction(1, answer.denominator)
    return answer + 2 * step, answer - step, answer + 10 * step, answer + 3 * step
