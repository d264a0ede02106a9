"""
Dated events: the year, the day, the earlier of two, the one of a year, the year in a passage.

Difficulty: the year of an event is easy from 1900 on, medium from 1500 on, else hard; the day is a
step harder. A pair is easy if a century lies between, medium if 20 years do, else hard. A choice
offers four events of different years near in time: easy if the nearest is 20 years away, medium
if five, else hard. A passage with the answer is easy if the years of the others are at least ten
away, medium if three, else hard.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from evalstore.base.word_file import word_file
from evalstore.suites.hallucination.drafts.draft import Draft, graded
from evalstore.suites.hallucination.factual_cases import (
    DIFFICULTIES,
    FactualQuestion,
    question_rng,
)
from evalstore.suites.hallucination.history.events import (
    MONTHS,
    Event,
    date_in_words,
    events,
    near_events,
    other_years,
    place_of,
    sentence_of,
    year_grade,
    year_in_words,
    year_key,
)

FILE = Path(__file__).with_name("dates.toml")
WORDS = word_file(FILE)

YEAR_WORDINGS = WORDS["year_wordings"]
DAY_WORDINGS = WORDS["day_wordings"]
ORDER_WORDINGS = WORDS["order_wordings"]
CHOICE_WORDINGS = WORDS["choice_wordings"]
PASSAGE_WORDINGS = WORDS["passage_wordings"]


class _DatedDraft(Draft):
    """A draft built from events; its difficulty is that of the question it builds."""

    __slots__ = ()

    @property
    def difficulty(self) -> str:
        """The difficulty of the question."""
        return self.question().difficulty


def drafts() -> Iterator[Draft]:
    """Yield all questions about single events and pairs of them."""
    for event in events():
        year = year_in_words(event.year)
        for wording in range(len(YEAR_WORDINGS)):
            yield _DatedDraft("year", year, partial(year_fact, event, wording))
        for wording in range(len(DAY_WORDINGS)) if event.day else ():
            yield _DatedDraft("day", date_in_words(event), partial(_day_fact, event, wording))
        for wording in range(2):
            rng = question_rng("others", event.event_id, wording)
            others = sorted(rng.sample(near_events(event), 3), key=place_of)
            yield _DatedDraft("choice", event.name, partial(_choice_fact, event, others, wording))
            yield _DatedDraft("passage", year, partial(_passage_fact, event, others[:2], wording))
        nearest = sorted(near_events(event), key=partial(_years_between, event))[:2]
        yield _DatedDraft("passage", year, partial(_passage_fact, event, nearest, 0))
    for earlier, other, wording in _pairs():
        yield _DatedDraft("order", earlier.name, partial(_order_fact, earlier, other, wording))


def _pairs() -> Iterator[tuple[Event, Event, int]]:
    """Yield for each event a later one near it and one far from it."""
    for place, event in enumerate(events()):
        later = [other for other in events()[place + 1 :] if other.year > event.year]
        for wording, pool in enumerate((later[:10], later[40:])):
            if pool:
                yield event, question_rng("pair", event.event_id, wording).choice(pool), wording


def _years_between(event: Event, other: Event) -> int:
    return abs(other.year - event.year)


def _distance(event: Event, others: Sequence[Event]) -> int:
    """Return the number of years between an event and the nearest of the others."""
    return min(_years_between(event, other) for other in others)


def year_fact(event: Event, wording: int) -> FactualQuestion:
    """Return the question for the year of an event."""
    return FactualQuestion(
        generator="history",
        domain="history",
        question=YEAR_WORDINGS[wording].format(event=event.name),
        expected=year_in_words(event.year),
        answer_key=year_key(event),
        cluster=event.cluster,
        attributes={"topic": "events", "form": "year", "source": event.source, "url": event.url},
        difficulty=year_grade(event),
    )


def _day_fact(event: Event, wording: int) -> FactualQuestion:
    month, day = event.month or 1, event.day or 1
    year = year_in_words(event.year)
    wrong = [
        f"{day} {MONTHS[month % 12]} {year}",
        f"{day} {MONTHS[month - 1]} {year_in_words(other_years(event.year, of='day')[0])}",
        f"{day % 28 + 1} {MONTHS[month - 1]} {year}",
    ]
    sign = "-" if event.year < 0 else ""
    return FactualQuestion(
        generator="history",
        domain="history",
        question=DAY_WORDINGS[wording].format(event=event.name, calendar=event.calendar),
        expected=date_in_words(event),
        answer_key={
            "kind": "date",
            "value": f"{sign}{abs(event.year):04d}-{month:02d}-{day:02d}",
            "precision": "day",
            "wrong": wrong,
        },
        cluster=event.cluster,
        attributes={"topic": "events", "form": "day", "source": event.source, "url": event.url},
        difficulty=DIFFICULTIES[min(2, DIFFICULTIES.index(year_grade(event)) + 1)],
    )


def _order_fact(base: Event, other: Event, wording: int) -> FactualQuestion:
    earlier, later = sorted((base, other), key=lambda event: event.year)
    # The order in which the two are named depends on the pair alone.
    is_in_order = question_rng(base.event_id, other.event_id).bernoulli(0.5)
    first, second = (base, other) if is_in_order else (other, base)
    return FactualQuestion(
        generator="history",
        domain="history",
        question=ORDER_WORDINGS[wording].format(one=first.name, other=second.name),
        expected=earlier.name,
        answer_key={
            "kind": "name",
            "value": earlier.name,
            "aliases": [],
            "order": "earliest",
            "wrong": [later.name, "both in the same year"],
            "rivals": [later.name],
        },
        cluster=f"history:{earlier.event_id}/{later.event_id}",
        attributes={
            "topic": "events",
            "form": "order",
            "source": earlier.source,
            "url": earlier.url,
        },
        difficulty=graded(later.year - earlier.year, easy=100, medium=20),
        chance=0.5,
    )


def _choice_fact(event: Event, others: list[Event], wording: int) -> FactualQuestion:
    names = question_rng(event.event_id, *(other.event_id for other in others)).shuffled(
        [event.name, *(other.name for other in others)]
    )
    return FactualQuestion(
        generator="history",
        domain="history",
        question=CHOICE_WORDINGS[wording].format(
            year=year_in_words(event.year), events="; ".join(names)
        ),
        expected=event.name,
        answer_key={
            "kind": "name",
            "value": event.name,
            "aliases": [],
            "wrong": [other.name for other in others],
            "rivals": [other.name for other in others],
        },
        cluster=event.cluster,
        attributes={"topic": "events", "form": "choice", "source": event.source, "url": event.url},
        difficulty=graded(_distance(event, others), easy=20, medium=5),
        chance=1 / len(names),
    )


def _passage_fact(event: Event, others: list[Event], wording: int) -> FactualQuestion:
    sentences = question_rng(
        "passages", event.event_id, *(other.event_id for other in others)
    ).shuffled([sentence_of(each) for each in (event, *others)])
    return FactualQuestion(
        generator="history",
        domain="history",
        question=PASSAGE_WORDINGS[wording].format(event=event.name),
        expected=year_in_words(event.year),
        answer_key={
            **year_key(event),
            "wrong": [year_in_words(other.year) for other in others],
            "passages": sentences,
            "evidence": [sentence_of(event)],
        },
        cluster=event.cluster,
        attributes={
            "topic": "events",
            "form": "passage",
            "source": event.source,
            "url": event.url,
        },
        difficulty=graded(_distance(event, others), easy=10, medium=3),
        chance=1 / len(sentences),
    )
