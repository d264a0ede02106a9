"""The answers are computed again, from the words of the question and by another method."""

import re
from collections import Counter, defaultdict
from fractions import Fraction

import pytest
import sympy

from evalstore.judges.factual import factual
from evalstore.plugins.response import Response
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.cases import math
from evalstore.suites.hallucination.factual_cases import DIFFICULTIES
from evalstore.suites.hallucination.math.problem import numbers_of
from tests.suites.hallucination.cases.math_again import AGAIN


@pytest.fixture(scope="module")
def drawn():
    return list(math.generate(SeededRandom("again"), 1680, {}))


def question_of(case):
    return case.turns[0].partition("\n")[0]


@pytest.mark.parametrize("topic", sorted(AGAIN))
def test_answers_are_right(drawn, topic):
    """The answer in the key is what sympy, or a formula in place of a count, gives."""
    again = AGAIN[topic]
    cases = [case for case in drawn if topic == case.attributes["topic"]][:60]
    answers = [(question_of(case), case.answer_key["value"], again(question_of(case)))
               for case in cases]  # fmt: skip
    known = [row for row in answers if row[2] is not None]
    wrong = [row for row in known if sympy.Rational(row[1]) != row[2]]

    assert [] == wrong
    assert len(known) >= 30


def test_difficulties_and_topics_come_evenly(drawn):
    """All come as often, but for the few that were drawn before and are passed over."""
    levels = Counter(case.attributes["difficulty"] for case in drawn)
    topics = Counter((case.attributes["topic"], case.attributes["difficulty"]) for case in drawn)

    assert set(DIFFICULTIES) == set(levels)
    assert max(levels.values()) - min(levels.values()) <= 4
    assert len(topics) == len(math.TOPICS) * len(DIFFICULTIES)
    assert max(topics.values()) - min(topics.values()) <= 4


def test_harder_problems_take_more_steps(drawn):
    """In every topic the steps rise, on average, from easy to medium to hard."""
    steps = defaultdict(list)
    for case in drawn:
        found = case.attributes
        steps[found["topic"], found["difficulty"]].append(found["step_count"])
    means = {key: sum(values) / len(values) for key, values in steps.items()}
    falling = [
        topic
        for topic in AGAIN
        if not means[topic, "easy"] < means[topic, "medium"] < means[topic, "hard"]
    ]

    assert [] == falling


def test_no_answer_stands_in_its_question(drawn):
    """Nobody is right who repeats a number of the question."""
    found = [
        (question_of(case), case.expected)
        for case in drawn
        if abs(Fraction(case.answer_key["value"]))
        in {abs(Fraction(number)) for number in numbers_of(question_of(case))}
    ]

    assert [] == found


def test_no_answer_is_frequent(drawn):
    """Nobody is right more often than a guess may be who knows the most frequent answer."""
    answers = defaultdict(Counter)
    for case in drawn:
        answers[case.attributes["form"]][case.answer_key["value"]] += 1
    frequent = {
        form: counts.most_common(1)
        for form, counts in answers.items()
        if counts.most_common(1)[0][1] > 0.05 * counts.total()
    }

    assert {} == frequent


def test_conversions_require_their_unit(drawn):
    """Nobody is right who repeats the quantity of the question, though it is equal."""
    required = {case.attributes["topic"] for case in drawn if case.answer_key.get("unit_required")}
    conversions = [case for case in drawn if case.attributes["topic"] == "units"]

    assert {"units"} == required
    outcomes = {
        factual.judge(case, Response("ok", answer=given)).outcome
        for case in conversions
        for given in re.findall(r"[\d.]+ [a-zA-Z][a-zA-Z/^\d]*", question_of(case))
    }

    assert {"wrong"} == outcomes
