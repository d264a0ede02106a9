"""
Questions about dated events: the year, the day, which came first, and what a passage says.

The events and the source of each are in ``data/history.csv``. Dates are those of the calendar
that the file names; days are given where sources agree on them, else the year alone. All
questions about one event share a cluster.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evalstore.cases._factual import FactualQuestion, case_of, distinct, question_rng
from evalstore.types.case import Case
from evalstore.types.seeded_random import SeededRandom

VERSION = "1.1"
DATA = Path(__file__).parent / "data" / "history.csv"
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip
FIRST_CALENDAR_YEAR = 1000

YEAR_WORDINGS = (
    "In which year did {event} take place?",
    "What is the year of {event}?",
    "Give the year of this event: {event}.",
)
DAY_WORDINGS = (
    "On which day did {event} take place? Give day, month and year ({calendar} calendar).",
    "What is the full date (day, month, year; {calendar} calendar) of {event}?",
)
ORDER_WORDINGS = (
    "Which came first: {one}, or {other}?",
    "Two events: {one}; {other}. Which of them is the earlier one?",
)
CHOICE_WORDINGS = (
    "Which of these events took place in {year}: {events}?",
    "One of these events belongs to the year {year}. Which one: {events}?",
)
PASSAGE_WORDINGS = (
    "Going by the passages below, in which year did {event} take place?",
    "Read the passages and give the year of {event}.",
)


@dataclass(frozen=True, slots=True)
class Event:
    """A dated event; ``month`` and ``day`` are None if only the year is sure."""

    event_id: str
    year: int
    month: int | None
    day: int | None
    calendar: str
    name: str
    source: str
    url: str

    @property
    def cluster(self) -> str:
        """The cluster of all questions about this event."""
        return f"history:{self.event_id}"


@cache
def events() -> tuple[Event, ...]:
    """Return all events in the order of the file, which is the order of time."""
    with DATA.open(encoding="utf-8", newline="") as lines:
        return tuple(_event(row) for row in csv.DictReader(lines))


def _event(row: dict[str, str]) -> Event:
    sign, date = (-1, row["date"][1:]) if row["date"].startswith("-") else (1, row["date"])
    year, *rest = [int(part) for part in date.split("-")]
    month, day = rest or (None, None)
    return Event(
        row["event_id"], sign * year, month, day,
        row["calendar"].capitalize(), row["event"], row["source"], row["url"],
    )  # fmt: skip


def year_in_words(year: int) -> str:
    """
    Write a year; those of one to three digits with their era.

    >>> year_in_words(1989), year_in_words(79), year_in_words(-44)
    ('1989', 'AD 79', '44 BC')
    """
    if year < 0:
        return f"{-year} BC"
    return str(year) if year >= FIRST_CALENDAR_YEAR else f"AD {year}"


def date_in_words(event: Event) -> str:
    """Write an event's date as precisely as it is known."""
    if event.month is None:
        return year_in_words(event.year)
    return f"{event.day} {MONTHS[event.month - 1]} {year_in_words(event.year)}"


def other_years(year: int, *, of: str) -> list[int]:
    """Return two wrong years near a year, always the same for the same question."""
    rng = question_rng(of)
    shifts = [-rng.randint(1, 4), rng.randint(1, 4), rng.choice((-10, 10))]
    # There is no year 0, and a year of the other era would be obviously wrong.
    shifted = [year + shift for shift in shifts if (year + shift) * year > 0]
    return [value for value in shifted if value != year][:2]


def year_fact(event: Event, wording: int, form: str = "year") -> FactualQuestion:
    """Return the question for the year of an event."""
    return FactualQuestion(
        generator="history",
        domain="history",
        question=YEAR_WORDINGS[wording].format(event=event.name),
        expected=year_in_words(event.year),
        answer_key=year_key(event),
        cluster=event.cluster,
        attributes={"form": form, "source": event.source, "url": event.url},
    )


def year_key(event: Event) -> dict[str, object]:
    """Return the key of a question for the year of an event."""
    return {
        "kind": "date",
        "value": str(event.year),
        "precision": "year",
        "wrong": [year_in_words(year) for year in other_years(event.year, of=event.event_id)],
    }


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
        attributes={"form": "day", "source": event.source, "url": event.url},
    )


def _order_fact(one: Event, other: Event, wording: int) -> FactualQuestion:
    earlier, later = sorted((one, other), key=lambda event: event.year)
    # The order in which the two are named depends on the pair alone.
    is_in_order = question_rng(one.event_id, other.event_id).bernoulli(0.5)
    first, second = (one, other) if is_in_order else (other, one)
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
        chance=1 / 2,
        attributes={"form": "order", "source": earlier.source, "url": earlier.url},
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
        attributes={"form": "choice", "source": event.source, "url": event.url},
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
        attributes={"form": "passage", "source": event.source, "url": event.url},
        chance=1 / len(sentences),
    )


def sentence_of(event: Event) -> str:
    """Say in a sentence when an event took place."""
    preposition = "in" if event.month is None else "on"
    name = event.name[0].upper() + event.name[1:]
    return f"{name} took place {preposition} {date_in_words(event)}."


def _draw(rng: SeededRandom) -> FactualQuestion:
    event = rng.choice(events())
    form = rng.choice(("year", "year", "day", "order", "choice", "passage"))
    if form == "day" and event.day is not None:
        return _day_fact(event, rng.randint(0, len(DAY_WORDINGS) - 1))
    others = _others(rng, event, 3)
    if form == "order":
        # In the order of the file, so that a pair has one form.
        one, other = sorted((event, others[0]), key=events().index)
        return _order_fact(one, other, rng.randint(0, len(ORDER_WORDINGS) - 1))
    if form == "choice":
        return _choice_fact(event, others, rng.randint(0, len(CHOICE_WORDINGS) - 1))
    if form == "passage":
        return _passage_fact(event, others[:2], rng.randint(0, len(PASSAGE_WORDINGS) - 1))
    return year_fact(event, rng.randint(0, len(YEAR_WORDINGS) - 1))


def _others(rng: SeededRandom, event: Event, count: int) -> list[Event]:
    """Draw events of other years, the years different among themselves too, near in time."""
    place = events().index(event)
    near = events()[max(0, place - 40) : place + 41]
    chosen: dict[int, Event] = {}
    for other in rng.shuffled(near):
        if other.year != event.year:
            chosen.setdefault(other.year, other)
    # Shuffled like this twice, two draws of the same events make the same question.
    return sorted(list(chosen.values())[:count], key=events().index)


def generate(
    rng: SeededRandom,
    count: int,
    settings: Mapping[str, object],  # noqa: ARG001 - every generator takes settings
) -> Iterator[Case]:
    """Yield ``count`` different questions about dated events."""

    def endless() -> Iterator[Case]:
        while True:
            yield case_of(_draw(rng))

    yield from distinct(endless(), count)
