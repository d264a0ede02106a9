"""Skill of simulated systems: the item-response model, and the luck that they share."""

import math

import pytest

from evalstore.errors import UsageError
from evalstore.plugins.case import Case
from evalstore.plugins.registry import load
from evalstore.running.calibration_check import declared_metrics

FORM = {"type": "object", "required": ["answer", "confidence"]}
KEY = {"kind": "name", "value": "Paris", "wrong": ["Lyon", "Metz"]}


def system(given, *, name="simulated"):
    return load("systems", "simulated").build(name, given, "seed")


def is_right(response):
    return "Paris" in response.answer


def graded(number, difficulty):
    attributes = {"difficulty": difficulty} if difficulty else {}
    return Case(f"case-{number}", "history", "test", ("Capital of France?",), ("factual",),
                "Paris", KEY, FORM, attributes=attributes)  # fmt: skip


def share_right(simulated, difficulty, count=3000):
    return sum(is_right(simulated.ask(graded(n, difficulty), 1)) for n in range(count)) / count


def test_accuracy_falls_with_difficulty_and_rises_with_skill():
    """It is that of the Rasch model, within four standard errors, for every skill."""
    found = {}
    for skill in (-1.0, 0.0, 1.0, 2.0):
        simulated = system({"skill": skill, "abstention_rate": 0.0})
        declared = simulated.declared_rates()["accuracy_by_difficulty"]
        for difficulty in ("easy", "medium", "hard"):
            share = declared[difficulty]
            found[skill, difficulty] = share_right(simulated, difficulty)
            error = math.sqrt(share * (1 - share) / 3000)

            assert share == pytest.approx(found[skill, difficulty], abs=4 * error)
        assert declared["easy"] > declared["medium"] > declared["hard"]
    assert found[-1.0, "easy"] < found[0.0, "easy"] < found[1.0, "easy"] < found[2.0, "easy"]


def agreement(common_luck):
    """Return the share of cases on which two systems of the same skill are both right or wrong."""
    given = {"skill": 0.0, "abstention_rate": 0.0, "common_luck": common_luck}
    one, other = system(given, name="simulated-1"), system(given, name="simulated-2")
    asked = [graded(number, "medium") for number in range(1000)]
    return sum(is_right(one.ask(each, 1)) == is_right(other.ask(each, 1)) for each in asked) / 1000


@pytest.mark.sweep
def test_systems_share_the_luck_of_a_case():
    """Two systems agree by chance alone without common luck, and wholly with nothing else."""
    assert 0.5 == pytest.approx(agreement(0.0), abs=0.07)
    # Of two normals with a correlation of one half, two thirds have the same sign.
    assert 2 / 3 == pytest.approx(agreement(0.5), abs=0.07)
    assert 1.0 == agreement(1.0)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"skill": 1, "accuracy": 0.5}, "accuracy has no effect together with skill"),
        (
            {"skill": 1, "calibration_slope": 1.0},
            "calibration_slope has no effect together with skill",
        ),
        ({"common_luck": 0.3}, "common_luck is set without skill"),
    ],
)
def test_settings_that_contradict_skill_are_refused(given, message):
    """What skill replaces is refused beside it, and what needs it without it."""
    with pytest.raises(UsageError, match=message):
        system(given)


def test_the_declared_accuracy_is_that_of_the_mix():
    """That of a domain is the mean over its cases, and each difficulty has its own."""
    rates = system({"skill": 0.0, "abstention_rate": 0.1}).declared_rates()
    cases = [graded(0, "easy"), graded(1, "hard"), graded(2, "hard"), graded(3, None)]
    found = {
        (each.slice.name, each.slice.value): each.value
        for each in declared_metrics(rates, cases)
        if each.metric == "accuracy"
    }
    easy, hard = 1 / (1 + math.exp(-1)), 1 / (1 + math.exp(1))

    assert {
        ("domain", "history"): pytest.approx(0.9 * (easy + 2 * hard + 0.5) / 4),
        ("difficulty", "easy"): pytest.approx(0.9 * easy),
        ("difficulty", "hard"): pytest.approx(0.9 * hard),
    } == found
