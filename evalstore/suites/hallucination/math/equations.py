"""
Algebra: linear equations, systems of them, and inequalities.

Easy: the unknown on one side, or a sum and a difference. Medium: the unknown on both sides, or
two unknowns with factors of their own. Hard: brackets and roots that are fractions, three
unknowns, or how many integers lie between two bounds. Roots are drawn first, and counts counted.
"""

from fractions import Fraction

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.factual_cases import words_of
from evalstore.suites.hallucination.math.problem import Problem, neighbours, nonzero, sum_of_terms

ROOT_MAX = 60


def linear_equation(rng: SeededRandom, difficulty: str) -> Problem:
    """Draw an equation with one unknown."""
    text, root, steps = {"easy": _one_side, "medium": _both_sides, "hard": _brackets}[difficulty](
        rng
    )
    return Problem(
        "linear equation",
        difficulty,
        (f"Solve for x: {text}", f"Which x satisfies {text}?"),
        root,
        (-root, *neighbours(root)),
        step_count=steps,
    )


def _one_side(rng: SeededRandom) -> tuple[str, Fraction, int]:
    factor, shift, root = rng.randint(2, 12), nonzero(rng, -40, 40), nonzero(rng, -ROOT_MAX, 60)
    return (
        f"{sum_of_terms([(factor, 'x'), (shift, '')])} = {factor * root + shift}",
        Fraction(root),
        2,
    )


def _both_sides(rng: SeededRandom) -> tuple[str, Fraction, int]:
    root = Fraction(nonzero(rng, -2 * ROOT_MAX, 2 * ROOT_MAX), rng.choice((1, 2, 2)))
    factor, other = 2 * nonzero(rng, -9, 9), 2 * nonzero(rng, -9, 9)
    factor += 2 * (factor == other)
    factor += 4 * (factor == 0)
    factor += 2 * (factor == other)
    shift = nonzero(rng, -40, 40)
    right = factor * root + shift - other * root
    left = sum_of_terms([(factor, "x"), (shift, "")])
    return f"{left} = {sum_of_terms([(other, 'x'), (int(right), '')])}", root, 3


def _brackets(rng: SeededRandom) -> tuple[str, Fraction, int]:
    outer, inner, shift = rng.randint(2, 9), rng.randint(2, 7), nonzero(rng, -20, 20)
    other, minus = rng.randint(2, 9), nonzero(rng, -20, 20)
    right_factor = nonzero(rng, -15, 15)
    constant = nonzero(rng, -99, 99)
    # outer * (inner x + shift) - other * (x + minus) = right_factor x + constant
    factor = outer * inner - other - right_factor
    if factor in {-1, 0, 1}:
        return _brackets(rng)
    root = Fraction(constant - outer * shift + other * minus, factor)
    if root == 0:
        return _brackets(rng)
    left = (
        f"{outer}({sum_of_terms([(inner, 'x'), (shift, '')])}) - "
        f"{other}({sum_of_terms([(1, 'x'), (minus, '')])})"
    )
    return f"{left} = {sum_of_terms([(right_factor, 'x'), (constant, '')])}", root, 6


def system_of_equations(rng: SeededRandom, difficulty: str) -> Problem:
    """Draw two or three equations with as many unknowns, and ask for one of them."""
    names = "xyz" if difficulty == "hard" else "xy"
    roots = [nonzero(rng, -2 * ROOT_MAX, 2 * ROOT_MAX) for _ in names]
    rows = [[1, 1], [1, -1]]
    if difficulty != "easy":
        rows = [[nonzero(rng, -9, 9) for _ in names] for _ in names]
        while _determinant(rows) == 0:
            rows = [[nonzero(rng, -9, 9) for _ in names] for _ in names]
    lines = [
        f"{sum_of_terms(list(zip(row, names, strict=True)))} = "
        f"{sum(factor * root for factor, root in zip(row, roots, strict=True))}"
        for row in rows
    ]
    text = f"{', '.join(lines[:-1])} and {lines[-1]}"
    index = rng.randint(0, len(names) - 1)
    name, answer = names[index], Fraction(roots[index])
    others = [Fraction(root) for place, root in enumerate(roots) if place != index]
    return Problem(
        "system of equations",
        difficulty,
        (f"Given {text}, what is {name}?", f"What is {name}, if {text}?"),
        answer,
        (*others, -answer, *neighbours(answer)),
        step_count={"easy": 2, "medium": 4, "hard": 9}[difficulty],
    )


def _determinant(rows: list[list[int]]) -> int:
    """Return the determinant, expanded along the first row."""
    if len(rows) == 1:
        return rows[0][0]
    return sum(
        (-1) ** place * factor * _determinant([row[:place] + row[place + 1 :] for row in rows[1:]])
        for place, factor in enumerate(rows[0])
    )


def inequality(rng: SeededRandom, difficulty: str) -> Problem:
    """Draw an inequality, and ask for its extreme integer or for the number of its integers."""
    if difficulty == "hard":
        return _between(rng)
    edge = nonzero(rng, -ROOT_MAX, ROOT_MAX) + Fraction(rng.randint(1, 9), 10)
    factor, shift = rng.randint(3, 12), nonzero(rng, -40, 40)
    other = nonzero(rng, -9, 9) if difficulty == "medium" else 0
    if difficulty == "medium" and rng.bernoulli(0.7):
        factor = -factor
    difference = factor - other
    if difference == 0:
        return inequality(rng, difficulty)
    # Rounded, so that both sides are whole; the edge moves with it.
    right = int(difference * edge) + shift
    sign = rng.choice(("<", ">"))
    is_upper = (sign == "<") == (difference > 0)
    edge = Fraction(right - shift, difference)
    answer = -(-edge.numerator // edge.denominator) - 1 if is_upper else edge.__floor__() + 1
    which = "largest" if is_upper else "smallest"
    left = sum_of_terms([(factor, "x"), (shift, "")])
    text = f"{left} {sign} {sum_of_terms([(other, 'x'), (right, '')])}"
    return Problem(
        "inequality",
        difficulty,
        (
            f"What is the {which} integer x with {text}?",
            f"Which is the {which} integer that satisfies {text}?",
        ),
        Fraction(answer),
        (Fraction(answer + 1), Fraction(answer - 1), Fraction(-answer)),
        step_count=2 if difficulty == "easy" else 4,
    )


def _between(rng: SeededRandom) -> Problem:
    factor, shift = rng.randint(2, 11) * rng.choice((-1, 1)), nonzero(rng, -60, 60)
    low = rng.randint(-400, 100)
    high = low + abs(factor) * rng.randint(12, 90) + rng.randint(0, 9)
    skipped = rng.randint(3, 7)
    # All x that could count lie within.
    bound = (abs(low) + abs(high) + abs(shift)) // abs(factor) + 2
    inside = [x for x in range(-bound, bound + 1) if low <= factor * x + shift < high]
    answer = sum(x % skipped != 0 for x in inside)
    text = f"{low} <= {sum_of_terms([(factor, 'x'), (shift, '')])} < {high}"
    return Problem(
        "inequality",
        "hard",
        (
            f"How many integers x that are not divisible by {skipped} satisfy {text}?",
            f"Count the integers x with {text} that are not multiples of {skipped}.",
        ),
        Fraction(answer),
        (Fraction(len(inside)), Fraction(answer + 1), Fraction(answer - 1)),
        step_count=5,
    )


def polynomial(rng: SeededRandom, difficulty: str) -> Problem:
    """Draw a value of a polynomial, a value of one inside another, or a coefficient."""
    if difficulty == "hard":
        return _coefficient(rng)
    outer = [nonzero(rng, -9, 9) for _ in range(3)]
    f_text = sum_of_terms(list(zip(outer, ("x^2", "x", ""), strict=True)))
    if difficulty == "easy":
        at = nonzero(rng, -12, 12)
        answer = _value(outer, Fraction(at))
        slips = (_value(outer, Fraction(-at)), *neighbours(answer))
        wordings = (
            f"For f(x) = {f_text}, what is f({at})?",
            f"What is the value of {f_text} for x = {at}?",
        )
        return Problem("polynomial", difficulty, wordings, answer, slips, step_count=5)
    inner = [nonzero(rng, -7, 7) for _ in range(3)]
    half = Fraction(nonzero(rng, -7, 7), 2)
    g_text = sum_of_terms(list(zip(inner, ("x^2", "x", ""), strict=True)))
    answer = _value(outer, _value(inner, half))
    slips = (_value(inner, _value(outer, half)), *neighbours(answer))
    definitions = f"f(x) = {f_text} and g(x) = {g_text}"
    expression = f"f(g({words_of(half)}))"
    wordings = (
        f"For {definitions}, what is {expression}?",
        f"What is {expression}, if {definitions}?",
    )
    return Problem("polynomial", difficulty, wordings, answer, slips, step_count=10)


def _value(factors: list[int], at: Fraction) -> Fraction:
    total = Fraction(0)
    for factor in factors:
        total = total * at + factor
    return total


def _coefficient(rng: SeededRandom) -> Problem:
    parts = [[nonzero(rng, -9, 9) for _ in range(3)] for _ in range(3)]
    product = [1]
    for part in parts:
        longer = [0] * (len(product) + 2)
        for place, factor in enumerate(product):
            for shift, other in enumerate(part):
                longer[place + shift] += factor * other
        product = longer
    # The highest power comes first.
    place = rng.randint(2, 4)
    names = ("x^2", "x", "")
    text = "".join(f"({sum_of_terms(list(zip(part, names, strict=True)))})" for part in parts)
    answer, power = Fraction(product[place]), len(product) - 1 - place
    return Problem(
        "polynomial",
        "hard",
        (
            f"What is the coefficient of x^{power} in the expansion of {text}?",
            f"Expand {text}. Which number stands before x^{power}?",
        ),
        answer,
        (Fraction(product[place + 1]), Fraction(product[place - 1]), *neighbours(answer)),
        step_count=18,
    )
