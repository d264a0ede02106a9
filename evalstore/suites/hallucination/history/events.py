"""Events with their sources, and their dates in words."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evalstore.suites.hallucination.drafts.draft import graded
from evalstore.suites.hallucination.factual_cases import question_rng

DATA = Path(__file__).parents[1] / "data" / "history.csv"
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip
FIRST_CALENDAR_YEAR = 1000


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
    Write a year; years of one to three digits get their era.

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


def year_key(event: Event) -> dict[str, object]:
    """Return the key of a question for the year of an event."""
    return {
        "kind": "date",
        "value": str(event.year),
        "precision": "year",
        "wrong": [year_in_words(year) for year in other_years(event.year, of=event.event_id)],
    }


def sentence_of(event: Event) -> str:
    """Return a sentence with the date of an event."""
    preposition = "in" if event.month is None else "on"
    name = event.name[0].upper() + event.name[1:]
    return f"{name} took place {preposition} {date_in_words(event)}."


def year_grade(event: Event) -> str:
    """Return the difficulty of an event's year: easy from 1900 on, medium from 1500 on."""
    return graded(event.year, easy=1900, medium=1500)


@cache
def _places() -> dict[str, int]:
    return {event.event_id: place for place, event in enumerate(events())}


def place_of(event: Event) -> int:
    """Return the place of an event in the order of the file."""
    return _places()[event.event_id]


@cache
def near_events(event: Event) -> Sequence[Event]:
    """Return events of other years near in time, one of each year, in the order of the file."""
    place = place_of(event)
    near = events()[max(0, place - 40) : place + 41]
    chosen: dict[int, Event] = {}
    for other in question_rng("near", event.event_id).shuffled(near):
        if other.year != event.year:
            chosen.setdefault(other.year, other)
    return sorted(chosen.values(), key=place_of)
