"""A fact with a value, and how values near it are found and written."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.cases import history, math, science
from evalstore.suites.hallucination.drafts.draft import graded
from evalstore.suites.hallucination.factual_cases import DIFFICULTIES, different

LAST_YEAR = 2025
# Distances of wrong values from the right one, in years and in atomic numbers.
YEAR_SHIFTS = {"hard": (1, 2), "medium": (3, 4, 5, 6), "easy": (11, 14, 17, 20)}
NUMBER_SHIFTS = {"hard": (1,), "medium": (2, 3), "easy": (5, 6, 7, 8)}
STEPS = (1, 2, 3)
# Right answers are often round: from here on, wrong values end in the same digit.
LARGE_MIN = 50


@dataclass(frozen=True, slots=True)
class VariedFact:
    """
    A fact: its value, its answer key, and the words that fill in a wording.

    ``shifts`` are the distances of wrong values by difficulty, in multiples of ``step``;
    ``slip`` is a plausible wrong value that a mistake leads to, or None; ``has_room`` is True if
    values on both sides of the right one look like it.
    """

    domain: str
    cluster: str
    words: Mapping[str, str]
    value: Fraction
    key: Mapping[str, object]
    difficulty: str
    shifts: Mapping[str, Sequence[int]]
    write: Callable[[Fraction], str]
    is_possible: Callable[[Fraction], bool]
    step: Fraction = Fraction(1)
    slip: Fraction | None = None
    has_room: bool = True

    @property
    def right(self) -> str:
        """The value as an answer."""
        return self.write(self.value)

    @property
    def truth(self) -> dict[str, object]:
        """The answer key without the wrong answers."""
        return {name: value for name, value in self.key.items() if name != "wrong"}

    def moved(self, rng: SeededRandom, distances: Sequence[int]) -> Fraction:
        """Return a possible value at one of the distances, on either side."""
        values = [
            value
            for distance in distances
            for value in (self.value - distance * self.step, self.value + distance * self.step)
            if self.is_possible(value)
        ]
        return rng.choice(values)


def draw(rng: SeededRandom, domain: str) -> VariedFact:
    """Draw a fact of a domain."""
    return {"history": _history, "math": _math, "science": _science}[domain](rng)


def _history(rng: SeededRandom) -> VariedFact:
    event = rng.choice(history.events())
    return VariedFact(
        domain="history",
        cluster=event.cluster,
        words={"event": event.name},
        value=Fraction(event.year),
        key=history.year_key(event),
        difficulty=history.year_fact(event, 0).difficulty,
        shifts=YEAR_SHIFTS,
        write=lambda year: history.year_in_words(int(year)),
        # There is no year 0, and a year of the other era or to come would be obviously wrong.
        is_possible=lambda year: year * event.year > 0 and year <= LAST_YEAR,
    )


def _science(rng: SeededRandom) -> VariedFact:
    element = rng.choice(science.elements())
    return VariedFact(
        domain="science",
        cluster=element.cluster,
        words={"name": element.name.lower()},
        value=Fraction(element.number),
        key={"kind": "number", "value": str(element.number)},
        difficulty=atomic_number_grade(element),
        shifts=NUMBER_SHIFTS,
        write=str,
        is_possible=lambda number: 1 <= number <= len(science.elements()),
    )


def atomic_number_grade(element: science.Element) -> str:
    """Return the difficulty of the atomic number: easy up to 20, medium up to 56, else hard."""
    return graded(-element.number, easy=-20, medium=-56)


def _math(rng: SeededRandom) -> VariedFact:
    problem = math.draw_problem(rng)
    unit = Fraction(1, problem.answer.denominator)
    is_large = abs(problem.answer) >= LARGE_MIN * unit
    slips = different(problem.answer, problem.slips)
    return VariedFact(
        domain="math",
        cluster=math.cluster_of(problem),
        words={"problem": rng.choice(problem.wordings)},
        value=problem.answer,
        key=math.key_of(problem),
        difficulty=problem.difficulty,
        shifts=dict.fromkeys(DIFFICULTIES, STEPS),
        write=lambda value: math.written(value, problem),
        is_possible=lambda value: value * problem.answer >= 0,
        step=unit * 10 if is_large else unit,
        slip=next((slip for slip in slips if are_alike(problem.answer, slip)), None),
        has_room=is_large,
    )


def are_alike(first: Fraction, other: Fraction) -> bool:
    """
    Return whether two values look alike: same sign, length and denominator, both round or neither.

    >>> are_alike(Fraction(40), Fraction(60)), are_alike(Fraction(40), Fraction(43))
    (True, False)
    """

    def shape(value: Fraction) -> tuple[object, ...]:
        top = value.numerator
        return (top > 0, len(str(top)), value.denominator, top % 2, top % 5 == 0, top % 10 == 0)

    return shape(first) == shape(other)
