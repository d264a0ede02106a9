"""
Questions about history: events, spans of time, people, works, reigns, places and orders in time.

Each topic is a file of ``history`` with the rule of its difficulties. The events and the source
of each are in ``data/history.csv``, people, reigns and places in ``data/history``. Dates are in
the calendar that the file names; days are given if sources agree on them, else only the year.
A draw rotates through the topics, their forms, the difficulties of a form and their answers.
"""

from collections.abc import Iterator, Mapping, Sequence

from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.drafts.topics import Topics
from evalstore.suites.hallucination.factual_cases import DIFFICULTIES, FactualQuestion
from evalstore.suites.hallucination.history import (
    dates,
    order,
    people,
    places,
    reigns,
    spans,
    works,
)
from evalstore.suites.hallucination.history.dates import year_fact
from evalstore.suites.hallucination.history.events import (
    DATA,
    Event,
    date_in_words,
    events,
    other_years,
    sentence_of,
    year_in_words,
    year_key,
)

__all__ = [
    "DATA",
    "TOPICS",
    "VERSION",
    "Event",
    "case_count",
    "date_in_words",
    "events",
    "generate",
    "other_years",
    "questions",
    "sentence_of",
    "year_fact",
    "year_in_words",
    "year_key",
]

VERSION = "3.0"
TOPICS = Topics(
    {
        "events": dates.drafts,
        "spans": spans.drafts,
        "order": order.drafts,
        "people": people.drafts,
        "works": works.drafts,
        "reigns": reigns.drafts,
        "places": places.drafts,
    }
)


def case_count(difficulties: Sequence[str] = DIFFICULTIES) -> int:
    """Return the number of different questions of these difficulties."""
    return TOPICS.case_count(difficulties)


def questions(
    rng: SeededRandom, difficulties: Sequence[str] = DIFFICULTIES
) -> Iterator[FactualQuestion]:
    """Yield all questions, each once, in the order in which ``generate`` draws them."""
    return TOPICS.questions(rng, difficulties)


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """
    Yield ``count`` different questions, or all there are (``case_count``).

    The setting ``difficulty`` keeps only some difficulties.
    """
    return TOPICS.cases(rng, count, settings)
