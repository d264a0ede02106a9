"""
Questions about science: elements, constants, units, biology, earth, astronomy and medicine.

Each topic is a file of ``_science`` with the rule of its difficulties; its facts are kept in
``data``, extracted from the packages named there by ``data/make_*.py``. A draw takes the topics,
their forms, the difficulties of a form and the answers of these in turn, so that no constant
answer is right often.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice

from evalstore.cases._factual import (
    DIFFICULTIES,
    FactualQuestion,
    case_of,
    difficulties_of,
)
from evalstore.cases._science import astronomy, biology, earth, medicine, units
from evalstore.cases._science import constants as _constants
from evalstore.cases._science import elements as _elements
from evalstore.cases._science.constants import Constant, constants
from evalstore.cases._science.draft import Draft
from evalstore.cases._science.drawing import evenly
from evalstore.cases._science.elements import DATA, Element, elements, neighbours
from evalstore.types.case import Case
from evalstore.types.seeded_random import SeededRandom

__all__ = [
    "DATA",
    "TOPICS",
    "VERSION",
    "Constant",
    "Element",
    "case_count",
    "constants",
    "drafts_of",
    "elements",
    "generate",
    "neighbours",
    "questions",
]

VERSION = "2.3"
TOPICS = {
    "elements": _elements.drafts,
    "constants": _constants.drafts,
    "units": units.drafts,
    "biology": biology.drafts,
    "earth": earth.drafts,
    "astronomy": astronomy.drafts,
    "medicine": medicine.drafts,
}


@cache
def _drafts() -> Mapping[str, tuple[Draft, ...]]:
    return {topic: tuple(drafts_of()) for topic, drafts_of in TOPICS.items()}


def drafts_of(topic: str) -> tuple[Draft, ...]:
    """Return the questions of a topic, unbuilt, each with its form and answer."""
    return _drafts()[topic]


def case_count(difficulties: Sequence[str] = DIFFICULTIES) -> int:
    """Return how many different questions of these difficulties there are."""
    return sum(map(len, _kept(difficulties).values()))


def _kept(difficulties: Sequence[str]) -> Mapping[str, Sequence[Draft]]:
    return {
        topic: [draft for draft in drafts if draft.difficulty in difficulties]
        for topic, drafts in _drafts().items()
    }


def questions(
    rng: SeededRandom, difficulties: Sequence[str] = DIFFICULTIES
) -> Iterator[FactualQuestion]:
    """
    Yield all questions, each once, in the order in which ``generate`` draws them.

    Each has its right answer, wrong ones near it and its cluster: what a misleading question or a
    question asked twice needs.
    """
    return (draft.question() for draft in evenly(rng, _kept(difficulties)))


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """
    Yield ``count`` different questions, or all there are (``case_count``).

    The setting ``difficulty`` keeps only some difficulties.
    """
    return map(case_of, islice(questions(rng, difficulties_of(settings)), count))
