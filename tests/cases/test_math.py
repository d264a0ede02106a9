"""The answers are computed again, from the words of the prompt and by another method."""

import ast
import operator
import re
from decimal import Decimal, getcontext
from fractions import Fraction

import pytest

from evalstore.cases import math
from evalstore.types.seeded_random import SeededRandom

getcontext().prec = 60
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
METRES = {"km": "1000", "m": "1", "cm": "0.01", "mm": "0.001", "in": "0.0254", "ft": "0.3048"}
SECONDS = {"h": "3600", "min": "60", "s": "1"}
GRAMS = {"kg": "1000", "g": "1", "mg": "0.001"}
OTHERS = {"L": "1000", "mL": "1", "kJ": "1000", "J": "1", "kWh": "3600000", "MJ": "1000000",
          "m^2": "10000", "cm^2": "1", "m/s": "3.6", "km/h": "1"}  # fmt: skip
SIZES = METRES | SECONDS | GRAMS | OTHERS


def value_of(node):
    """Walk an expression with decimals, division as fractions of whole numbers."""
    if isinstance(node, ast.BinOp):
        return OPERATORS[type(node.op)](value_of(node.left), value_of(node.right))
    if isinstance(node, ast.UnaryOp):
        return -value_of(node.operand)
    return Fraction(Decimal(str(node.value)))


def evaluated(text):
    return value_of(ast.parse(text.strip(), mode="eval").body)


def arithmetic(question):
    return evaluated(re.search(r"[(\d][-+*/() \d]*[\d)]", question)[0])


def percentage(question):
    share, whole = map(Decimal, re.findall(r"\d+", question))
    return Fraction(share / 100 * whole)


def percent_change(question):
    start, end = map(Decimal, re.search(r"from (\S+) to (\d+(?:\.\d+)?)", question).groups())
    return Fraction(abs(end / start - 1) * 100).limit_denominator(1000)


def linear_equation(question):
    factor, sign, shift, right = re.search(r"(\d+) \* x ([+-]) (\d+) = (\S*\d)", question).groups()
    # By bisection: the left side rises with x.
    low, high = Fraction(-1000), Fraction(1000)
    for _ in range(60):
        middle = (low + high) / 2
        left = int(factor) * middle + (int(shift) if sign == "+" else -int(shift))
        low, high = (middle, high) if left < Fraction(right) else (low, middle)
    return ((low + high) / 2).limit_denominator(100)


def units(question):
    if question.startswith("Convert"):
        size, source, target = re.match(r"Convert (\S+) (\S+) to (\S+)\.$", question).groups()
    else:
        target, size, source = re.match(r"How many (\S+) are (\S+) (\S+)\?", question).groups()
    return Fraction(Decimal(size) * Decimal(SIZES[source])) / Fraction(SIZES[target])


def sequence(question):
    terms = [int(term) for term in re.findall(r"-?\d+", question)]
    if "arithmetic" in question:
        return Fraction(2 * terms[-1] - terms[-2])
    return Fraction(terms[-1] ** 2, terms[-2])


AGAIN = {
    "arithmetic": arithmetic,
    "fractions": arithmetic,
    "percentage": percentage,
    "percent change": percent_change,
    "linear equation": linear_equation,
    "units": units,
    "sequence": sequence,
}


@pytest.mark.parametrize("topic", sorted(AGAIN))
def test_answers_are_right(topic):
    """The answer in the key is what another computation gives."""
    drawn = [
        case
        for case in math.generate(SeededRandom("again"), 1500, {})
        if topic == case.attributes["form"]
    ]
    wrong = [
        (case.turns[0], case.answer_key["value"])
        for case in drawn
        if AGAIN[topic](case.turns[0].partition("\n")[0]) != Fraction(case.answer_key["value"])
    ]

    assert [] == wrong
    assert 100 <= len(drawn)
