"""
Sequences: a term that is not shown.

Easy: the next term after adding a constant. Medium: a distant term, or the sum of the first
terms. Hard: a term computed from the two before it, by a rule that is given.
"""

from fractions import Fraction

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.math.problem import Problem, neighbours, nonzero, sum_of_terms

TOPIC = "sequence"


def sequence(rng: SeededRandom, difficulty: str) -> Problem:
    """Draw a sequence, and ask for a term or a sum."""
    if difficulty == "hard":
        return _recurrence(rng)
    start, step = nonzero(rng, -60, 90), nonzero(rng, -29, 29)
    shown = ", ".join(str(start + step * place) for place in range(4))
    if difficulty == "easy":
        answer = Fraction(start + 4 * step)
        wordings = (
            f"What is the next term of this arithmetic sequence: {shown}?",
            f"A sequence is arithmetic and begins {shown}. Which term follows?",
        )
        slips = (answer + step, *neighbours(answer))
        return Problem(TOPIC, "easy", wordings, answer, slips, step_count=2)
    count = rng.randint(11, 80)
    last = start + step * (count - 1)
    if rng.bernoulli(0.5):
        wordings = (
            f"An arithmetic sequence begins {shown}. What is term number {count}?",
            f"What is term number {count} of the arithmetic sequence {shown} and so on?",
        )
        answer = Fraction(last)
        slips = (answer + step, answer - step, *neighbours(answer))
        return Problem(TOPIC, "medium", wordings, answer, slips, step_count=3)
    answer = Fraction(sum(range(start, last + (1 if step > 0 else -1), step)))
    wordings = (
        f"An arithmetic sequence begins {shown}. What is the sum of its first {count} terms?",
        (
            f"Add the first {count} terms of the arithmetic sequence {shown} and so on. What do "
            "they come to?"
        ),
    )
    slips = (answer - last, answer + last + step, *neighbours(answer))
    return Problem(TOPIC, "medium", wordings, answer, slips, step_count=4)


def _recurrence(rng: SeededRandom) -> Problem:
    terms = [nonzero(rng, -9, 9), nonzero(rng, -9, 9)]
    factor, other, shift = nonzero(rng, -4, 4), nonzero(rng, -4, 4), nonzero(rng, -9, 9)
    place = rng.randint(6, 8)
    while len(terms) <= place:
        terms.append(factor * terms[-1] + other * terms[-2] + shift)
    rule = sum_of_terms([(factor, "a(n - 1)"), (other, "a(n - 2)"), (shift, "")])
    definition = f"a(1) = {terms[0]}, a(2) = {terms[1]} and a(n) = {rule} for n > 2"
    answer = Fraction(terms[place - 1])
    return Problem(
        TOPIC,
        "hard",
        (
            f"A sequence has {definition}. What is a({place})?",
            f"What is a({place}), if {definition}?",
        ),
        answer,
        (Fraction(terms[place]), answer - shift, *neighbours(answer)),
        step_count=4 * (place - 2),
    )
