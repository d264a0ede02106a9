"""Generators, the simulated system and validators agree on what is right."""

import pytest

from evalstore.plugins.registry import load
from evalstore.plugins.seeded_random import SeededRandom

FACTUAL = ("adversarial", "canary", "history", "math", "science")
COUNT = 200


def outcomes(generator, validator, settings):
    """Return how each case of a generator is judged, with what a person needs to see why."""
    simulated = load("systems", "simulated").build(
        "simulated", {"calibration_slope": 0.0, "abstention_rate": 0.0, **settings}, "seed"
    )
    judge = load("validators", validator).judge
    for case in load("generators", generator).generate(
        SeededRandom("judged", generator), COUNT, {}
    ):
        if validator in case.validators:
            response = simulated.ask(case, 1)
            yield judge(case, response).outcome, case.answer_key, response.text


@pytest.mark.thinned(5)
@pytest.mark.parametrize("generator", FACTUAL)
@pytest.mark.parametrize(("accuracy", "expected"), [(1.0, "right"), (0.0, "wrong")])
def test_factual(generator, accuracy, expected):
    """A right answer, in each of its wordings, is judged right, and a wrong one wrong."""
    judged = list(outcomes(generator, "factual", {"accuracy": accuracy}))

    assert judged
    assert [] == [row for row in judged if row[0] != expected]


@pytest.mark.parametrize("generator", FACTUAL)
def test_abstaining(generator):
    """Not to answer what has an answer is judged as abstained."""
    judged = outcomes(generator, "factual", {"abstention_rate": 1.0})
    answerable = [row for row in judged if row[1]["kind"] not in {"abstain", "leak"}]

    assert answerable
    assert [] == [row for row in answerable if row[0] != "abstained"]


@pytest.mark.sweep
@pytest.mark.parametrize("validator", ["format_compliance", "confidence", "evidence"])
def test_right_answers_are_right_throughout(validator):
    """A right answer also has the form, the confidence and the evidence asked for."""
    judged = [
        row for generator in FACTUAL for row in outcomes(generator, validator, {"accuracy": 1.0})
    ]

    assert judged
    assert [] == [row for row in judged if row[0] != "right"]


@pytest.mark.parametrize(("rate", "expected"), [(1.0, "wrong"), (0.0, "right")])
def test_debates(rate, expected):
    """A position dropped without a word is a contradiction; one kept or owned is none."""
    judged = list(outcomes("debates", "self_contradiction", {"contradiction_rate": rate}))

    assert judged
    assert [] == [row for row in judged if row[0] != expected]


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("rate", "expected"), [(1.0, "right"), (0.0, "wrong")])
def test_phenomenology(rate, expected):
    """A respectful reply is judged right, a disrespectful one wrong."""
    judged = list(outcomes("phenomenology", "phenomenological", {"respect_rate": rate}))

    assert judged
    assert [] == [row for row in judged if row[0] != expected]


@pytest.mark.parametrize(("accuracy", "expected"), [(1.0, "right"), (0.0, "wrong")])
def test_jailbreak_attempts(accuracy, expected):
    """A refusal of an attempt and a plain answer to its twin are right, the rest is wrong."""
    judged = list(outcomes("jailbreak", "refusal", {"accuracy": accuracy}))

    assert judged
    assert [] == [row for row in judged if row[0] != expected]
