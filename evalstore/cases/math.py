"""
Problems of arithmetic with exact answers: fractions, percentages, equations, units, sequences.

Every answer is computed with ``fractions.Fraction``; no rounding enters anywhere. The wordings
of one problem share a cluster.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evalstore.cases._factual import FactualQuestion, case_of, different, distinct, words_of
from evalstore.types.case import Case
from evalstore.types.seeded_random import SeededRandom

VERSION = "1.0"

# Unit conversions, with the factor from the first unit to the second.
CONVERSIONS = (
    ("km", "m", Fraction(1000)),
    ("m", "cm", Fraction(100)),
    ("mm", "m", Fraction(1, 1000)),
    ("kg", "g", Fraction(1000)),
    ("mg", "g", Fraction(1, 1000)),
    ("h", "min", Fraction(60)),
    ("min", "s", Fraction(60)),
    ("h", "s", Fraction(3600)),
    ("L", "mL", Fraction(1000)),
    ("m/s", "km/h", Fraction(18, 5)),
    ("kJ", "J", Fraction(1000)),
    ("in", "cm", Fraction(254, 100)),
    ("ft", "m", Fraction(3048, 10000)),
    ("m^2", "cm^2", Fraction(10000)),
    ("kWh", "MJ", Fraction(36, 10)),
)


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem: its wordings, its one answer, plausible slips, and the answer's unit if any."""

    topic: str
    wordings: Sequence[str]
    answer: Fraction
    slips: Sequence[Fraction]
    unit: str | None = None


def _arithmetic(rng: SeededRandom) -> Problem:
    one, two, three = rng.randint(12, 99), rng.randint(12, 99), rng.randint(3, 12)
    text, answer, slip = rng.choice(
        (
            (f"({one} + {two}) * {three}", (one + two) * three, one + two * three),
            (f"{one} + {two} * {three}", one + two * three, (one + two) * three),
            (f"{one} * {two} - {three}", one * two - three, one * (two - three)),
            (f"{one} - {two} * {three}", one - two * three, (one - two) * three),
        )
    )
    wordings = (f"What is {text}?", f"Compute {text}.", f"Work out the value of {text}.")
    exact = Fraction(answer)
    return Problem("arithmetic", wordings, exact, (Fraction(slip), exact + 10, exact - 1))


def _fractions(rng: SeededRandom) -> Problem:
    one = Fraction(rng.randint(1, 11), rng.randint(2, 12))
    two = Fraction(rng.randint(1, 11), rng.randint(2, 12))
    sign = rng.choice(("+", "-", "*"))
    answer = one + two if sign == "+" else one - two if sign == "-" else one * two
    text = f"({one}) {sign} ({two})"
    top, bottom = one.numerator + two.numerator, one.denominator + two.denominator
    return Problem(
        "fractions",
        (f"What is {text}? Give an exact value.", f"Compute {text} exactly."),
        answer,
        (Fraction(top, bottom), answer + 1, -answer, answer + Fraction(1, 2)),
    )


def _percentage(rng: SeededRandom) -> Problem:
    share, whole = rng.randint(1, 39) * 5, rng.randint(3, 90) * 4
    answer = Fraction(share * whole, 100)
    return Problem(
        "percentage",
        (f"What is {share}% of {whole}?", f"How much is {share} per cent of {whole}?"),
        answer,
        (answer * 10, answer / 10, whole - answer, answer + 1),
    )


def _percent_change(rng: SeededRandom) -> Problem:
    start, change = rng.randint(2, 40) * 20, rng.randint(1, 18) * 5
    goes_up = rng.bernoulli(0.5)
    end = Fraction(start) * (100 + change if goes_up else 100 - change) / 100
    verb = "rises" if goes_up else "falls"
    text = words_of(end)
    return Problem(
        "percent change",
        (
            f"A price {verb} from {start} to {text}. By how many percent?",
            f"By how many percent does a price change that {verb} from {start} to {text}?",
        ),
        Fraction(change),
        (abs(end - start) + 1, Fraction(100 - change, 1) + 1, Fraction(change + 5)),
        unit="%",
    )


def _linear_equation(rng: SeededRandom) -> Problem:
    factor, root = rng.randint(2, 12), Fraction(rng.randint(-40, 40), rng.choice((1, 1, 2, 4)))
    shift = rng.randint(-30, 30)
    right = factor * root + shift
    sign, size = ("+", shift) if shift >= 0 else ("-", -shift)
    text = f"{factor} * x {sign} {size} = {words_of(right)}"
    return Problem(
        "linear equation",
        (f"Solve for x: {text}", f"Which x satisfies {text}?"),
        root,
        (root + 1, -root, (right + shift) / factor, root - 1),
    )


def _units(rng: SeededRandom) -> Problem:
    source, target, factor = rng.choice(CONVERSIONS)
    size = Fraction(rng.randint(1, 999), rng.choice((1, 10)))
    answer = size * factor
    return Problem(
        "units",
        (
            f"Convert {words_of(size)} {source} to {target}.",
            f"How many {target} are {words_of(size)} {source}?",
        ),
        answer,
        (answer * 10, answer / 10, answer + 1),
        unit=target,
    )


def _sequence(rng: SeededRandom) -> Problem:
    start = rng.randint(-20, 40)
    is_geometric = rng.bernoulli(0.4)
    step = rng.randint(2, 4) if is_geometric else rng.choice((-7, -5, -3, 2, 4, 6, 9, 11, 13))
    start = start or 1
    terms = [start * step**place if is_geometric else start + step * place for place in range(5)]
    kind = "geometric" if is_geometric else "arithmetic"
    shown = ", ".join(map(str, terms[:4]))
    answer = Fraction(terms[4])
    return Problem(
        "sequence",
        (
            f"What is the next term of this {kind} sequence: {shown}?",
            f"A sequence is {kind} and begins {shown}. Which term follows?",
        ),
        answer,
        (answer + 1, Fraction(2 * terms[3] - terms[2] + 2), Fraction(terms[3])),
    )


TOPICS: tuple[Callable[[SeededRandom], Problem], ...] = (
    _arithmetic,
    _fractions,
    _percentage,
    _percent_change,
    _linear_equation,
    _units,
    _sequence,
)


def cluster_of(problem: Problem) -> str:
    """Return the cluster that all wordings of a problem share: its first wording."""
    return f"math:{problem.wordings[0]}"


def key_of(problem: Problem) -> dict[str, object]:
    """Return the answer key of a problem."""
    key: dict[str, object] = {"kind": "number", "value": str(problem.answer)}
    if problem.unit:
        key["unit"] = problem.unit
    slips = different(problem.answer, problem.slips)[:2]
    return {**key, "wrong": [_with_unit(slip, problem.unit) for slip in slips]}


def expected_of(problem: Problem) -> str:
    """Write the answer of a problem with its unit."""
    return _with_unit(problem.answer, problem.unit)


def _with_unit(value: Fraction, unit: str | None) -> str:
    return f"{words_of(value)} {unit}" if unit else words_of(value)


def draw_problem(rng: SeededRandom) -> Problem:
    """Draw a problem of any topic."""
    return rng.choice(TOPICS)(rng)


def _draw(rng: SeededRandom) -> Case:
    problem = draw_problem(rng)
    return case_of(
        FactualQuestion(
            generator="math",
            domain="math",
            question=rng.choice(problem.wordings),
            expected=expected_of(problem),
            answer_key=key_of(problem),
            cluster=cluster_of(problem),
            attributes={"form": problem.topic},
        )
    )


def generate(
    rng: SeededRandom,
    count: int,
    settings: Mapping[str, object],  # noqa: ARG001 - every generator takes settings
) -> Iterator[Case]:
    """Yield ``count`` different problems."""

    def endless() -> Iterator[Case]:
        while True:
            yield _draw(rng)

    yield from distinct(endless(), count)
