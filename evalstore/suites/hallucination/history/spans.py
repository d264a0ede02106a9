"""
Spans of time: the number of years between two events of the same era.

Difficulty: that of the year of the earlier event: easy from 1900 on, medium from 1500 on, else
hard.
"""

from collections.abc import Iterator
from functools import partial

from evalstore.suites.hallucination.drafts.draft import Draft, Subject, number_question
from evalstore.suites.hallucination.factual_cases import question_rng
from evalstore.suites.hallucination.history.events import Event, events, year_grade

WORDINGS = (
    "How many years passed from the year of {one} to the year of {other}?",
    "By how many years is {other} later than {one}, counted from calendar year to calendar year?",
)
YEARS_MAX = 400


def drafts() -> Iterator[Draft]:
    """Yield all questions about spans; the later event is up to four centuries later."""
    for event in events():
        later = [
            other
            for other in events()
            if other.year * event.year > 0 and 0 < other.year - event.year <= YEARS_MAX
        ]
        for other in question_rng("span", event.event_id).sample(later, min(2, len(later))):
            yield from _span(event, other)


def _span(event: Event, other: Event) -> Iterator[Draft]:
    years = other.year - event.year
    rng = question_rng("slips", event.event_id, other.event_id)
    slips = [str(years + rng.randint(1, 4)), str(years + rng.choice((10, 20)))]
    pair = f"{event.event_id}/{other.event_id}"
    subject = Subject("spans", "years between", pair, event.source, year_grade(event), "history")
    for wording in WORDINGS:
        text = wording.format(one=event.name, other=other.name)
        yield Draft("years between", str(years), partial(
            number_question, subject, text, str(years), slips
        ))  # fmt: skip
