"""
Geometry with exact answers: lengths, areas and volumes.

Easy: a rectangle or the third angle of a triangle. Medium: a right triangle, a trapezium, or a
rectangle with a corner cut out. Hard: a polygon by its corners, or the surface of a box with a
shaft through it.
"""

from fractions import Fraction

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.math.problem import Problem, neighbours, nonzero

TOPIC = "geometry"
# Right triangles with whole sides and no common divisor.
TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29), (12, 35, 37))
LENGTHS = (("mm", "millimetres"), ("cm", "centimetres"), ("m", "metres"))


def geometry(rng: SeededRandom, difficulty: str) -> Problem:
    """Draw a problem of lengths, areas or volumes."""
    kinds = {
        "easy": (_rectangle, _perimeter, _angle),
        "medium": (_right_triangle, _trapezium, _cut_corner),
        "hard": (_polygon, _shaft),
    }
    return rng.choice(kinds[difficulty])(rng)


def _problem(
    difficulty: str,
    wordings: tuple[str, ...],
    answer: Fraction | int,
    steps: int,
    unit: str | None,
    *slips: Fraction | int,
) -> Problem:
    exact = Fraction(answer)
    wrong = (*map(Fraction, slips), *neighbours(exact))
    return Problem(TOPIC, difficulty, wordings, exact, wrong, steps, unit)


def _rectangle(rng: SeededRandom) -> Problem:
    unit, name = rng.choice(LENGTHS)
    width, other = rng.randint(4, 40), rng.randint(4, 40)
    sides = f"sides of {width} {unit} and {other} {unit}"
    wordings = (
        f"What is the area, in square {name}, of a rectangle with {sides}?",
        f"A rectangle has {sides}. What is its area in square {name}?",
    )
    return _problem("easy", wordings, width * other, 1, f"{unit}^2", 2 * (width + other))


def _perimeter(rng: SeededRandom) -> Problem:
    unit, name = rng.choice(LENGTHS)
    width, other = rng.randint(12, 140), rng.randint(12, 140)
    sides = f"sides of {width} {unit} and {other} {unit}"
    wordings = (
        f"What is the perimeter, in {name}, of a rectangle with {sides}?",
        f"A rectangle has {sides}. What is its perimeter in {name}?",
    )
    return _problem("easy", wordings, 2 * (width + other), 2, unit, width + other, width * other)


def _angle(rng: SeededRandom) -> Problem:
    first, other = rng.randint(12, 88), rng.randint(12, 88)
    answer = 180 - first - other
    wordings = (
        f"Two angles of a triangle have {first} and {other} degrees. How many has the third?",
        (
            f"A triangle has angles of {first} and {other} degrees. How large is its third angle, "
            "in degrees?"
        ),
    )
    return _problem("easy", wordings, answer, 2, None, answer + 180, first + other)


def _right_triangle(rng: SeededRandom) -> Problem:
    unit, name = rng.choice(LENGTHS)
    short, middle, longest = (side * rng_factor for side, rng_factor in _scaled(rng))
    if rng.bernoulli(0.5):
        description = f"a right triangle has legs of {short} {unit} and {middle} {unit}"
        side_name, answer, slip = "hypotenuse", longest, short + middle
    else:
        description = (
            f"a right triangle has a leg of {short} {unit} and a hypotenuse of {longest} {unit}"
        )
        side_name, answer, slip = "other leg", middle, longest - short
    wordings = (
        f"{description.capitalize()}. How long is its {side_name}, in {name}?",
        f"How long is the {side_name}, in {name}, if {description}?",
    )
    return _problem("medium", wordings, answer, 4, unit, slip)


def _scaled(rng: SeededRandom) -> list[tuple[int, int]]:
    factor = rng.randint(2, 25)
    return [(side, factor) for side in rng.choice(TRIPLES)]


def _trapezium(rng: SeededRandom) -> Problem:
    unit, name = rng.choice(LENGTHS)
    base, other, height = rng.randint(5, 60), rng.randint(5, 60), rng.randint(3, 40)
    answer = Fraction((base + other) * height, 2)
    description = f"parallel sides of {base} {unit} and {other} {unit}, {height} {unit} apart"
    wordings = (
        f"A trapezium has {description}. What is its area in square {name}?",
        f"What is the area, in square {name}, of a trapezium with {description}?",
    )
    return _problem("medium", wordings, answer, 3, f"{unit}^2", 2 * answer, base * other)


def _cut_corner(rng: SeededRandom) -> Problem:
    unit, name = rng.choice(LENGTHS)
    length, width = rng.randint(15, 60), rng.randint(15, 60)
    cut, depth = rng.randint(3, 12), rng.randint(3, 12)
    answer = length * width - cut * depth
    description = (
        f"a rectangular sheet of {length} {unit} by {width} {unit} loses a rectangle of {cut} "
        f"{unit} by {depth} {unit} at one corner"
    )
    wordings = (
        f"{description.capitalize()}. What area is left, in square {name}?",
        f"What area is left, in square {name}, when {description}?",
    )
    return _problem("medium", wordings, answer, 3, f"{unit}^2", (length - cut) * (width - depth))


def _polygon(rng: SeededRandom) -> Problem:
    # One corner in each quadrant and one below: counted round the origin, so no sides cross.
    corners = [
        (rng.randint(3, 20), rng.randint(3, 20)),
        (-rng.randint(3, 20), rng.randint(3, 20)),
        (-rng.randint(3, 20), -rng.randint(3, 20)),
        (0, -rng.randint(5, 25)),
        (rng.randint(3, 20), -rng.randint(3, 20)),
    ]
    following = [*corners[1:], corners[0]]
    double = sum(
        x * next_y - next_x * y
        for (x, y), (next_x, next_y) in zip(corners, following, strict=True)
    )
    answer = Fraction(double, 2)
    points = ", ".join(f"({x}, {y})" for x, y in corners)
    wordings = (
        f"What is the area of the polygon with the corners {points}, in this order?",
        f"A polygon has the corners {points}, joined in this order. What is its area?",
    )
    return _problem("hard", wordings, answer, 11, None, 2 * answer, answer + nonzero(rng, 5, 9))


def _shaft(rng: SeededRandom) -> Problem:
    unit, name = rng.choice(LENGTHS)
    length, width, height = (rng.randint(12, 40) for _ in range(3))
    hole, depth = rng.randint(2, 10), rng.randint(2, 10)
    outside = 2 * (length * width + length * height + width * height)
    answer = outside - 2 * hole * depth + 2 * (hole + depth) * height
    solid = (
        f"a solid box {length} {unit} long, {width} {unit} wide and {height} {unit} high has a "
        f"vertical shaft of {hole} {unit} by {depth} {unit} cut right through it, with straight "
        "walls and away from the sides"
    )
    wordings = (
        (
            f"{solid.capitalize()}. What is its whole surface, inside the shaft as well, in "
            f"square {name}?"
        ),
        f"What is the whole surface, inside the shaft as well, in square {name}, if {solid}?",
    )
    return _problem("hard", wordings, answer, 12, f"{unit}^2", outside, outside - 2 * hole * depth)
