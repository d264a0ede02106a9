"""
Units: conversions with exact factors, in which the requested unit is part of the answer.

Easy: a power of ten. Medium: another factor, or a square or a cube. Hard: the sum of two
quantities in two units, in a third one.
"""

from fractions import Fraction

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.factual_cases import words_of
from evalstore.suites.hallucination.math.problem import Problem

# From the first unit to the second, and the factor.
CONVERSIONS = {
    "easy": (
        ("km", "m", Fraction(1000)),
        ("m", "cm", Fraction(100)),
        ("mm", "m", Fraction(1, 1000)),
        ("kg", "g", Fraction(1000)),
        ("mg", "g", Fraction(1, 1000)),
        ("L", "mL", Fraction(1000)),
        ("kJ", "J", Fraction(1000)),
    ),
    "medium": (
        ("h", "min", Fraction(60)),
        ("min", "s", Fraction(60)),
        ("h", "s", Fraction(3600)),
        ("d", "min", Fraction(1440)),
        ("m/s", "km/h", Fraction(18, 5)),
        ("in", "cm", Fraction(254, 100)),
        ("ft", "m", Fraction(3048, 10000)),
        ("m^2", "cm^2", Fraction(10000)),
        ("km^2", "m^2", Fraction(1000000)),
        ("m^3", "L", Fraction(1000)),
        ("kWh", "MJ", Fraction(36, 10)),
    ),
}
# Units of one dimension, with the size of each in the first.
FAMILIES = (
    {"m": Fraction(1), "cm": Fraction(1, 100), "km": Fraction(1000), "ft": Fraction(3048, 10000)},
    {"cm": Fraction(1), "in": Fraction(254, 100), "mm": Fraction(1, 10), "m": Fraction(100)},
    {"s": Fraction(1), "min": Fraction(60), "h": Fraction(3600), "d": Fraction(86400)},
    {"g": Fraction(1), "mg": Fraction(1, 1000), "kg": Fraction(1000), "t": Fraction(1000000)},
    {"L": Fraction(1), "mL": Fraction(1, 1000), "m^3": Fraction(1000), "cm^3": Fraction(1, 1000)},
    {"kJ": Fraction(1), "J": Fraction(1, 1000), "kWh": Fraction(3600), "MJ": Fraction(1000)},
)


def units(rng: SeededRandom, difficulty: str) -> Problem:
    """Draw a conversion."""
    if difficulty == "hard":
        return _sum(rng)
    source, target, factor = rng.choice(CONVERSIONS[difficulty])
    is_decimal = rng.bernoulli(0.5)
    size = Fraction(rng.randint(11, 999), 10 if is_decimal else 1)
    answer = size * factor
    text = words_of(size)
    return Problem(
        "units",
        difficulty,
        (
            f"Convert {text} {source} to {target}.",
            f"Express {text} {source} in {target}.",
            f"What is {text} {source} in {target}?",
        ),
        answer,
        (answer * 10, answer / 10, answer * 100, answer + 1),
        step_count=1 if difficulty == "easy" else 2,
        unit=target,
        is_unit_required=True,
    )


def _sum(rng: SeededRandom) -> Problem:
    family = rng.choice(FAMILIES)
    source, other, target = rng.sample(list(family), 3)
    size = Fraction(rng.randint(11, 999), rng.choice((1, 10)))
    added = Fraction(rng.randint(11, 999), rng.choice((1, 10)))
    answer = (size * family[source] + added * family[other]) / family[target]
    # A decimal that does not terminate would have to be rounded.
    if "/" in words_of(answer):
        return _sum(rng)
    text = f"{words_of(size)} {source} and {words_of(added)} {other}"
    return Problem(
        "units",
        "hard",
        (
            f"Add {text}. Give the exact sum in {target}.",
            f"What do {text} come to together, exactly, in {target}?",
        ),
        answer,
        (answer * 10, answer / 10, answer * 100, size + added),
        step_count=4,
        unit=target,
        is_unit_required=True,
    )
