"""
Arithmetic and fractions: the value of an expression.

Easy: whole numbers of two digits in two steps, or two fractions in one. Medium: four steps, or
two. Hard: numbers of three digits in six steps, or fractions of both signs in four, a division
among them. Brackets nest as deep as the tree of operations does.
"""

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.math.problem import Problem

OPERATORS_OF_NUMBERS = {
    "easy": ("*", "+-"),
    "medium": ("*", "-", "*", "+-"),
    "hard": ("*", "-", "*", "+-", "-", "*+"),
}
OPERATORS_OF_FRACTIONS = {"easy": ("+-",), "medium": ("*", "+-"), "hard": ("/", "-", "*", "+-")}
CALCULATIONS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
SUM, PRODUCT, LEAF = 0, 1, 2
# The smallest denominator of a value: halves and whole numbers are too frequent.
DENOMINATOR_MIN = 5


@dataclass(frozen=True, slots=True)
class Expression:
    """
    The text of an expression with its value.

    ``rank`` is how tightly it binds; ``without_minus`` is its value with every minus overlooked.
    """

    text: str
    value: Fraction
    rank: int
    without_minus: Fraction


def _number(lowest: int, highest: int) -> Callable[[SeededRandom], Expression]:
    def leaf(rng: SeededRandom) -> Expression:
        value = Fraction(rng.randint(lowest, highest))
        return Expression(str(value), value, LEAF, value)

    return leaf


def _share(largest: int, *, is_signed: bool) -> Callable[[SeededRandom], Expression]:
    def leaf(rng: SeededRandom) -> Expression:
        bottom = rng.randint(3, largest)
        top = rng.randint(1, 2 * bottom)
        while Fraction(top, bottom).denominator == 1:
            top = rng.randint(1, 2 * bottom)
        value = Fraction(top, bottom) * (-1 if is_signed and rng.bernoulli(0.4) else 1)
        return Expression(f"({value})", value, LEAF, abs(value))

    return leaf


def _combined(sign: str, left: Expression, right: Expression) -> Expression:
    rank = SUM if sign in "+-" else PRODUCT
    left_text = f"({left.text})" if left.rank < rank else left.text
    needs_brackets = right.rank < rank or (right.rank == rank and sign in "-/")
    other = f"({right.text})" if needs_brackets else right.text
    calculate = CALCULATIONS[sign]
    overlooked = CALCULATIONS["+" if sign == "-" else sign]
    return Expression(
        f"{left_text} {sign} {other}",
        calculate(left.value, right.value),
        rank,
        overlooked(left.without_minus, right.without_minus),
    )


def _tree(
    rng: SeededRandom, signs: Sequence[str], leaf: Callable[[SeededRandom], Expression]
) -> Expression:
    """Draw a tree of operations, each sign once."""
    if not signs:
        return leaf(rng)
    root = rng.randint(0, len(signs) - 1)
    left, right = _tree(rng, signs[:root], leaf), _tree(rng, signs[root + 1 :], leaf)
    sign = "+" if signs[root] == "/" and 0 in (right.value, right.without_minus) else signs[root]
    return _combined(sign, left, right)


def _drawn(
    rng: SeededRandom, choices: Sequence[str], leaf: Callable[[SeededRandom], Expression]
) -> Expression:
    return _tree(rng, rng.shuffled([rng.choice(signs) for signs in choices]), leaf)


def arithmetic(rng: SeededRandom, difficulty: str) -> Problem:
    """Draw an expression of whole numbers."""
    leaf = _number(102, 989) if difficulty == "hard" else _number(12, 99)
    expression = _drawn(rng, OPERATORS_OF_NUMBERS[difficulty], leaf)
    return Problem(
        "arithmetic",
        difficulty,
        (
            f"What is {expression.text}?",
            f"Compute {expression.text}.",
            f"Work out the value of {expression.text}.",
        ),
        expression.value,
        (expression.without_minus, expression.value + 10, expression.value - 1),
        step_count=len(OPERATORS_OF_NUMBERS[difficulty]),
    )


def fractions(rng: SeededRandom, difficulty: str) -> Problem:
    """Draw an expression of fractions."""
    leaf = _share(
        {"easy": 12, "medium": 15, "hard": 20}[difficulty], is_signed=difficulty == "hard"
    )
    expression = _drawn(rng, OPERATORS_OF_FRACTIONS[difficulty], leaf)
    while abs(expression.value).denominator < DENOMINATOR_MIN:
        expression = _drawn(rng, OPERATORS_OF_FRACTIONS[difficulty], leaf)
    step = Fraction(1, expression.value.denominator)
    return Problem(
        "fractions",
        difficulty,
        (
            f"What is {expression.text}? Give an exact value.",
            f"Compute {expression.text} exactly.",
        ),
        expression.value,
        (
            expression.without_minus,
            expression.value + step,
            expression.value - step,
            expression.value + 1,
        ),
        step_count=len(OPERATORS_OF_FRACTIONS[difficulty]),
        is_written_as_fraction=True,
    )
