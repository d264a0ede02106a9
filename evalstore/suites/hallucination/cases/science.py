"""
Questions about science: elements, constants, units, biology, earth, astronomy and medicine.

Each topic is a file of ``science`` with the rule of its difficulties; its facts are in ``data``,
extracted from the packages named there by ``data/make_*.py``. A draw rotates through the topics,
their forms, the difficulties of a form and their answers, so that no constant answer is right
often.
"""

from collections.abc import Iterator, Mapping, Sequence

from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.drafts.topics import Topics
from evalstore.suites.hallucination.factual_cases import DIFFICULTIES, FactualQuestion
from evalstore.suites.hallucination.science import astronomy, biology, earth, medicine, units
from evalstore.suites.hallucination.science import constants as _constants
from evalstore.suites.hallucination.science import elements as _elements
from evalstore.suites.hallucination.science.constants import Constant, constants
from evalstore.suites.hallucination.science.elements import DATA, Element, elements, neighbours

__all__ = [
    "DATA",
    "TOPICS",
    "VERSION",
    "Constant",
    "Element",
    "case_count",
    "constants",
    "elements",
    "generate",
    "neighbours",
    "questions",
]

VERSION = "2.3"
TOPICS = Topics(
    {
        "elements": _elements.drafts,
        "constants": _constants.drafts,
        "units": units.drafts,
        "biology": biology.drafts,
        "earth": earth.drafts,
        "astronomy": astronomy.drafts,
        "medicine": medicine.drafts,
    }
)


def case_count(difficulties: Sequence[str] = DIFFICULTIES) -> int:
    """Return the number of different questions of these difficulties."""
    return TOPICS.case_count(difficulties)


def questions(
    rng: SeededRandom, difficulties: Sequence[str] = DIFFICULTIES
) -> Iterator[FactualQuestion]:
    """
    Yield all questions, each once, in the order in which ``generate`` draws them.

    Each has its right answer, near wrong ones and its cluster, which questions that mislead or are
    asked twice reuse.
    """
    return TOPICS.questions(rng, difficulties)


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """
    Yield ``count`` different questions, or all there are (``case_count``).

    The setting ``difficulty`` keeps only some difficulties.
    """
    return TOPICS.cases(rng, count, settings)
