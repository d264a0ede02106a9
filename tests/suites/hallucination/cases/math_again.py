"""Answers computed again, from the words of the question and by another method."""

import re
from math import comb

import sympy

from evalstore.suites.hallucination.math.problem import numbers_of

X, Y, Z = sympy.symbols("x y z")
METRES = {"km": "1000", "m": "1", "cm": "0.01", "mm": "0.001", "in": "0.0254", "ft": "0.3048"}
SECONDS = {"d": "86400", "h": "3600", "min": "60", "s": "1"}
GRAMS = {"t": "1000000", "kg": "1000", "g": "1", "mg": "0.001"}
OTHERS = {"L": "0.001", "mL": "0.000001", "m^3": "1", "cm^3": "0.000001", "kJ": "1000", "J": "1",
          "kWh": "3600000", "MJ": "1000000", "m^2": "1", "cm^2": "0.0001", "km^2": "1000000",
          "m/s": "3.6", "km/h": "1"}  # fmt: skip
SIZES = METRES | SECONDS | GRAMS | OTHERS


def expression(text):
    """Read mathematics as it is written: 2x, x^2, (x + 1)(x - 1)."""
    text = re.sub(r"(?<=[\dxyz)])\s*(?=[(a-z])", "*", text.strip().rstrip(".?").replace("^", "**"))
    return sympy.sympify(text, locals={"x": X, "y": Y, "z": Z}, rational=True)


def numbers(text):
    return [sympy.Rational(number) for number in numbers_of(text)]


def arithmetic(text):
    return expression(re.search(r"[(\d][-+*/() \d]*[\d)]", text)[0])


def percentage(text):
    given = numbers(text)
    if "%" not in text and "per cent of" not in text:
        return abs(given[1] / given[0] - 1) * 100
    if text.startswith(("What is", "How much is")):
        return given[0] * given[1] / 100
    factor = sympy.Integer(1)
    for verb, size in re.findall(r"(rises|falls) by (\d+)%", text):
        factor *= 1 + sympy.Rational(size) / (100 if verb == "rises" else -100)
    dollars = sympy.Rational(re.search(r"(\d+(?:\.\d+)?) dollars", text)[1])
    is_backwards = "before" in text or "at first" in text
    return dollars / factor if is_backwards else dollars * factor


def equation(text):
    left, right = re.sub(r"^.*?(?:satisfies|for x:)", "", text).split("=")
    return sympy.solve(expression(left) - expression(right), X)[0]


def system(text):
    asked = re.search(r"what is ([xyz])", text, re.IGNORECASE)[1]
    given = re.findall(r"(-?\d*[xyz][-+ \dxyz]*) = (-?\d+)", text)
    solved = sympy.solve([expression(left) - int(right) for left, right in given])
    return solved[sympy.Symbol(asked)]


def inequality(text):
    if "<=" in text:
        low, middle, high = re.search(r"(-?\d+) <= ([-+ x\d]+?) < (-?\d+)", text).groups()
        skipped = int(re.search(r"(?:divisible by|multiples of) (\d+)", text)[1])
        value = sympy.lambdify(X, expression(middle), "math")
        inside = [x for x in range(-999, 999) if int(low) <= value(x) < int(high)]
        return sum(x % skipped != 0 for x in inside)
    left, sign, right = re.search(r"(-?\d*x[-+ \d]*) ([<>]) ([-+ x\d]+)", text).groups()
    difference = sympy.lambdify(X, expression(left) - expression(right), "math")
    inside = [
        x for x in range(-300, 300) if (difference(x) < 0) == (sign == "<") and difference(x)
    ]
    return max(inside) if "largest" in text else min(inside)


def polynomial(text):
    if "coefficient" in text or "Expand" in text:
        power = int(re.search(r"x\^(\d)(?: in|\?)", text)[1])
        product = re.search(r"\(.*\)", text)[0]
        return sympy.Poly(expression(product), X).coeff_monomial(X**power)
    formulas = dict(re.findall(r"([fg])\(x\) = (.+?)(?= and |, what|\.?$|\?)", text))
    if "g" in formulas:
        at = sympy.Rational(re.search(r"f\(g\((\S+?)\)\)", text)[1])
        inner = expression(formulas["g"]).subs(X, at)
        return expression(formulas["f"]).subs(X, inner)
    if "f" in formulas:
        return expression(formulas["f"]).subs(X, int(re.search(r"f\((-?\d+)\)", text)[1]))
    formula, at = re.search(r"value of (.+) for x = (-?\d+)", text).groups()
    return expression(formula).subs(X, int(at))


def units(text):
    target = re.search(r"(?:to|in) (\S+?)[.?]$", text)[1]
    unit = r"(\d+(?:\.\d+)?) ([a-zA-Z/^\d]+)"
    amounts = re.findall(unit, text)
    total = sum(sympy.Rational(size) * sympy.Rational(SIZES[name]) for size, name in amounts)
    return total / sympy.Rational(SIZES[target])


def sequence(text):
    rule = re.search(r"a\(n\) = (.+?) for n > 2", text)
    if rule:
        place = int(re.findall(r"[Ww]hat is a\((\d+)\)", text)[0])
        one, two = (int(re.search(rf"a\({n}\) = (-?\d+)", text)[1]) for n in (1, 2))
        formula = rule[1].replace("a(n - 1)", "y").replace("a(n - 2)", "z")
        step = sympy.lambdify((Y, Z), expression(formula), "math")
        for _ in range(place - 2):
            one, two = two, step(two, one)
        return two
    shown = [int(term) for term in re.search(r"(-?\d+(?:, -?\d+){3})", text)[1].split(", ")]
    start, step = shown[0], shown[1] - shown[0]
    if "sum" in text or "Add" in text:
        count = int(re.search(r"first (\d+) terms", text)[1])
        return sympy.Rational(count * (2 * start + (count - 1) * step), 2)
    place = re.search(r"term number (\d+)", text)
    return start + step * ((int(place[1]) if place else 5) - 1)


def number_theory(text):  # noqa: PLR0911 - one return for each form
    given = list(map(int, numbers(text)))
    if "greatest common" in text:
        return sympy.igcd(*given)
    if "least common" in text:
        return sympy.ilcm(*given)
    if "prime" in text:
        return sympy.nextprime(given[0])
    if "divisor of" in text or "divisors of" in text:
        return sympy.divisor_sigma(given[0])
    if "^" in text:
        return pow(*given)
    if "on division by" in text:
        pairs = [tuple(map(int, pair)) for pair in re.findall(r"(\d+) on division by (\d+)", text)]
        return sympy.ntheory.modular.crt([by for _, by in pairs], [rest for rest, _ in pairs])[0]
    return given[0] % given[1]


def geometry(text):  # noqa: PLR0911 - one return for each form
    points = re.findall(r"\((-?\d+), (-?\d+)\)", text)
    if points:
        return abs(sympy.Polygon(*[sympy.Point(int(x), int(y)) for x, y in points]).area)
    given = numbers(text)
    if "triangle with" in text or "angles" in text:
        return 180 - sum(given)
    if "hypotenuse, in" in text or "its hypotenuse" in text:
        return sympy.sqrt(given[0] ** 2 + given[1] ** 2)
    if "leg of" in text:
        return sympy.sqrt(given[1] ** 2 - given[0] ** 2)
    if "trapezium" in text:
        return (given[0] + given[1]) / 2 * given[2]
    if "sheet" in text:
        return given[0] * given[1] - given[2] * given[3]
    if "shaft" in text:
        a, b, c, hole, depth = given
        walls = 2 * c * (a + b + hole + depth)
        return walls + 2 * (a * b - hole * depth)
    return given[0] * given[1] if "area" in text else 2 * sum(given)


def word_problem(text):  # noqa: PLR0911 - one for each form
    given = numbers(text)
    if "gives" in text:
        return given[0] * given[1] - given[2]
    if "pages" in text:
        return given[0] * given[1] + given[2]
    if "seats" in text:
        return given[0] * given[1] - given[2]
    if "cycles" in text:
        riding, fast, _, walking, slow = given
        return riding / 60 * fast + walking / 60 * slow
    if "loose" in text:
        count, size, loose, _, share = given
        return (count * size + loose) * (1 - share)
    if "employees" in text:
        _, wage, usual, rate, fare, worked = given
        return wage * usual + wage * (1 + rate / 100) * (worked - usual) - fare
    if "museum" in text:
        adult, child, _, people, discount, total = given
        pair = [X + Y - people, (adult * X + child * Y) * (1 - discount / 100) - total]
        return sympy.solve(pair)[Y]
    if "savings" in text:
        _, one, other, spent, back, left = given
        return sympy.solve(X * (1 - one) * (1 - other) - spent + back - left, X)[0]
    _, first, second, drain, alone = given
    rate = 1 / first + 1 / second - 1 / drain
    return sympy.solve(alone / 60 / first + X / 60 * rate - 1, X)[0]


def multiples(low, high, by):
    return high // by - (low - 1) // by


def counting(text):
    given = list(map(int, numbers(text)))
    if "stand in a row" in text or "digit twice" in text:
        return None
    if "at least" in text:
        least, size = (
            int(re.search(pattern, text)[1]) for pattern in (r"at least (\d+)", r"(\d+) people")
        )
        ones, others = map(
            int, re.search(r"from (\d+) \w+ and (\d+)", text, re.IGNORECASE).groups()
        )
        ways = range(least, min(size, ones) + 1)
        return sum(comb(ones, count) * comb(others, size - count) for count in ways)
    if "not by both" in text:
        low, high, one, other = given
        both = multiples(low, high, sympy.ilcm(one, other))
        return multiples(low, high, one) + multiples(low, high, other) - 2 * both
    return multiples(*given)


def probability(text):
    given = list(map(int, numbers(text)))
    if "dice" in text and "Three" not in text and "three" not in text:
        first, second = map(int, re.findall(r"from 1 to (\d+)", text))
        total = int(re.search(r"(\d+) or more", text)[1])
        return sympy.Rational(
            sum(max(0, min(second, second + one - total + 1)) for one in range(1, first + 1)),
            first * second,
        )
    if "balls" not in text:
        return None
    counts = {colour: int(count) for count, colour in re.findall(r"(\d+) (\w+)", text)}
    if "hree" not in text:
        alike = sum(comb(count, 2) for count in given)
        return 1 - sympy.Rational(alike, comb(sum(given), 2))
    colour = re.search(r"of them is (\w+)", text)[1]
    others = [count for name, count in counts.items() if name != colour]
    pairs = comb(sum(others), 2) - sum(comb(count, 2) for count in others)
    return sympy.Rational(counts[colour] * pairs, comb(sum(given), 3))


AGAIN = {
    "arithmetic": arithmetic,
    "fractions": arithmetic,
    "percentage": percentage,
    "linear equation": equation,
    "system of equations": system,
    "inequality": inequality,
    "polynomial": polynomial,
    "units": units,
    "sequence": sequence,
    "number theory": number_theory,
    "geometry": geometry,
    "word problem": word_problem,
    "counting": counting,
    "probability": probability,
}
