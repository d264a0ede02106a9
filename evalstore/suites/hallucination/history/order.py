"""
Three events in time: which of them came first, and which last.

Difficulty: easy if a century lies between the right event and the next, medium if 20 years do,
else hard.
"""

from collections.abc import Iterator
from functools import partial

from evalstore.suites.hallucination.drafts.draft import Draft, Subject, choice_question, graded
from evalstore.suites.hallucination.factual_cases import question_rng
from evalstore.suites.hallucination.history.events import Event, events

FIRST = "Which of these came first"
LAST = "Which of these came last"
REACH = (8, 40, 160)


def drafts() -> Iterator[Draft]:
    """Yield the questions; the other two events are near in the file, or far, or farther."""
    for place, event in enumerate(events()):
        seen: set[tuple[str, frozenset[Event]]] = set()
        for reach in REACH:
            near = events()[max(0, place - reach) : place + reach + 1]
            later = [other for other in near if other.year > event.year]
            earlier = [other for other in near if other.year < event.year]
            for text, pool in ((FIRST, later), (LAST, earlier)):
                others = question_rng(text, event.event_id, reach).sample(pool, min(2, len(pool)))
                question = (text, frozenset(others))
                if len(others) == len("ab") and question not in seen:
                    seen.add(question)
                    yield _draft(text, event, others)


def _draft(text: str, event: Event, others: list[Event]) -> Draft:
    years = min(abs(other.year - event.year) for other in others)
    grade = graded(years, easy=100, medium=20)
    form = "first of three" if text == FIRST else "last of three"
    subject = Subject("order", form, event.event_id, event.source, grade, "history")
    return Draft(form, event.name, partial(
        choice_question, subject, text, event.name, sorted(other.name for other in others)
    ))  # fmt: skip
