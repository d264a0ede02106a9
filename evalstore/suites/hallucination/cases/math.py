"""
Problems of mathematics with exact answers, from sums to probabilities.

Every topic has easy, medium and hard problems by construction: more steps, more digits, deeper
nesting, negative numbers and fractions, irrelevant numbers; each module of ``math`` documents its
rule. Every answer is computed with ``fractions.Fraction`` or counted by enumeration, without
rounding. No question contains its answer. The wordings of one problem share a cluster.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.factual_cases import (
    DIFFICULTIES,
    FactualQuestion,
    case_of,
    different,
    difficulties_of,
    distinct,
    words_of,
)
from evalstore.suites.hallucination.math.counting import counting, probability
from evalstore.suites.hallucination.math.equations import (
    inequality,
    linear_equation,
    polynomial,
    system_of_equations,
)
from evalstore.suites.hallucination.math.expressions import arithmetic, fractions
from evalstore.suites.hallucination.math.geometry import geometry
from evalstore.suites.hallucination.math.number_theory import number_theory
from evalstore.suites.hallucination.math.percentages import percentages
from evalstore.suites.hallucination.math.problem import Draw, Problem
from evalstore.suites.hallucination.math.sequences import sequence
from evalstore.suites.hallucination.math.units import units
from evalstore.suites.hallucination.math.word_problems import word_problem

VERSION = "2.0"

TOPICS: tuple[Draw, ...] = (
    arithmetic,
    fractions,
    percentages,
    linear_equation,
    system_of_equations,
    inequality,
    polynomial,
    units,
    sequence,
    number_theory,
    geometry,
    word_problem,
    counting,
    probability,
)


def cluster_of(problem: Problem) -> str:
    """Return the cluster that all wordings of a problem share: its first wording."""
    return f"math:{problem.wordings[0]}"


def key_of(problem: Problem) -> dict[str, object]:
    """Return the answer key of a problem."""
    key: dict[str, object] = {"kind": "number", "value": str(problem.answer)}
    if problem.unit:
        key["unit"] = problem.unit
    if problem.is_unit_required:
        key["unit_required"] = True
    slips = different(problem.answer, problem.slips)[:2]
    return {**key, "wrong": [written(slip, problem) for slip in slips]}


def expected_of(problem: Problem) -> str:
    """Write the answer of a problem with its unit."""
    return written(problem.answer, problem)


def written(value: Fraction, problem: Problem) -> str:
    """Write a value as an answer to a problem, with the problem's unit."""
    text = str(value) if problem.is_written_as_fraction else words_of(value)
    return f"{text} {problem.unit}" if problem.unit else text


def draw_problem(rng: SeededRandom, difficulties: Sequence[str] = DIFFICULTIES) -> Problem:
    """Draw a problem of any topic, of one of the difficulties."""
    return problem_of(rng.choice(TOPICS), rng, rng.choice(difficulties))


def problem_of(topic: Draw, rng: SeededRandom, difficulty: str) -> Problem:
    """Draw a problem of a topic whose question does not contain the answer."""
    while True:
        problem = topic(rng, difficulty)
        if not problem.names_its_answer:
            return problem


def _case(problem: Problem, rng: SeededRandom) -> Case:
    return case_of(
        FactualQuestion(
            generator="math",
            domain="math",
            question=rng.choice(problem.wordings),
            expected=expected_of(problem),
            answer_key=key_of(problem),
            cluster=cluster_of(problem),
            attributes={
                "form": problem.topic,
                "topic": problem.topic,
                "step_count": problem.step_count,
                "digit_count": problem.digit_count,
            },
            difficulty=problem.difficulty,
        )
    )


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """
    Yield ``count`` different problems, divided evenly among difficulties and topics.

    The difficulties alternate, so that their numbers differ by one at most; the topics of a
    difficulty come in random order, each once before any comes again. The setting ``difficulty``
    keeps only some difficulties.
    """
    difficulties = difficulties_of(settings)

    def endless() -> Iterator[Case]:
        while True:
            orders = [rng.shuffled(TOPICS) for _ in difficulties]
            for topics in zip(*orders, strict=True):
                for topic, difficulty in zip(topics, difficulties, strict=True):
                    yield _case(problem_of(topic, rng, difficulty), rng)

    yield from distinct(endless(), count)
