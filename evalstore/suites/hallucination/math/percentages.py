"""
Percentages: a share, a change, and the value before a change.

Easy: a share of a number. Medium: by how many percent something changed, or its value before.
Hard: three changes one after another, forwards or backwards.
"""

from fractions import Fraction

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.factual_cases import words_of
from evalstore.suites.hallucination.math.problem import Problem, neighbours

THINGS = ("rent", "price of a bicycle", "price of a ticket", "salary", "membership fee")
TOPIC = "percentage"


def percentages(rng: SeededRandom, difficulty: str) -> Problem:
    """Draw a problem of percentages."""
    if difficulty == "easy":
        return _share(rng)
    if difficulty == "hard":
        return _changes(rng)
    return _change(rng) if rng.bernoulli(0.5) else _before(rng)


def _verb(percent: int) -> str:
    return "rises" if percent > 0 else "falls"


def _percent(rng: SeededRandom) -> int:
    size = rng.randint(3, 96)
    return size if rng.bernoulli(0.5) else -size


def _share(rng: SeededRandom) -> Problem:
    share, whole = rng.randint(3, 98), rng.randint(6, 180) * 5
    answer = Fraction(share * whole, 100)
    return Problem(
        TOPIC,
        "easy",
        (f"What is {share}% of {whole}?", f"How much is {share} per cent of {whole}?"),
        answer,
        (answer * 10, whole - answer, answer + 1),
        step_count=1,
    )


def _change(rng: SeededRandom) -> Problem:
    start, change, thing = rng.randint(3, 60) * 20, _percent(rng), rng.choice(THINGS)
    end = words_of(Fraction(start * (100 + change), 100))
    return Problem(
        TOPIC,
        "medium",
        (
            f"The {thing} {_verb(change)} from {start} to {end} dollars. By how many percent?",
            (
                f"By how many percent does the {thing} change if it {_verb(change)} from {start} "
                f"dollars to {end} dollars? Give the size of the change, without a sign."
            ),
        ),
        Fraction(abs(change)),
        (Fraction(100 - abs(change)), Fraction(abs(change) + 2), Fraction(abs(change) - 1)),
        step_count=2,
        unit="%",
    )


def _before(rng: SeededRandom) -> Problem:
    start, change, thing = rng.randint(3, 60) * 20, _percent(rng), rng.choice(THINGS)
    end = Fraction(start * (100 + change), 100)
    words = f"by {abs(change)}% and is {words_of(end)} dollars afterwards"
    return Problem(
        TOPIC,
        "medium",
        (
            f"The {thing} {_verb(change)} {words}. How many dollars was it before?",
            f"How many dollars was the {thing} before, if it {_verb(change)} {words}?",
        ),
        Fraction(start),
        (end * (100 - change) / 100, Fraction(start + 10), Fraction(start - 20)),
        step_count=2,
    )


def _changes(rng: SeededRandom) -> Problem:
    start, thing = rng.randint(3, 60) * 20, rng.choice(THINGS)
    changes = [rng.randint(1, 12) * 5 * rng.choice((-1, 1)) for _ in range(3)]
    end = Fraction(start)
    for change in changes:
        end = end * (100 + change) / 100
    once = Fraction(start * (100 + sum(changes)), 100)
    first, second, third = (f"{_verb(change)} by {abs(change)}%" for change in changes)
    story = f"{first}, then {second}, and finally {third}"
    if rng.bernoulli(0.5):
        wordings = (
            (
                f"The {thing} is {start} dollars. It {story}. What is it then, in dollars? Do not "
                "round."
            ),
            (
                f"The {thing}, which is {start} dollars, {story}. What is its exact final value "
                "in dollars?"
            ),
        )
        return Problem(TOPIC, "hard", wordings, end, (once, end + 1, end + 10), step_count=3)
    final = words_of(end)
    wordings = (
        (
            f"The {thing} {story}. It is {final} dollars in the end. How many dollars was it at "
            "first?"
        ),
        (
            f"After three changes the {thing} is {final} dollars: it {story}. How many dollars "
            "was it before all of them?"
        ),
    )
    answer = Fraction(start)
    return Problem(TOPIC, "hard", wordings, answer, neighbours(answer)[2:], step_count=3)
