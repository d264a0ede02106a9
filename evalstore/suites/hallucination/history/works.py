"""
Works: the inventor, discoverer, founder or builder of something, and the deed of a person.

Difficulty: the name of the person, without options, is easy if two other descriptions name the
person, medium if one does, else hard. Of four deeds it is easy if the others are of another
occupation and time, medium if of the same occupation, hard if of the nearest in time.
"""

from collections.abc import Iterator
from functools import partial

from evalstore.suites.hallucination.drafts.draft import (
    Draft,
    Subject,
    choice_question,
    graded,
    kept,
)
from evalstore.suites.hallucination.factual_cases import DIFFICULTIES
from evalstore.suites.hallucination.history.historic_names import Row, beside, person_question
from evalstore.suites.hallucination.history.people import people

DOER_WORDINGS = (
    "Who was the {role} who {deed}?",
    "What is the name of the {role} who {deed}?",
)
DEED_WORDINGS = (
    "Which of these ends the sentence “{name} …” rightly",
    "The sentence “{name} …” is true with one of these endings. Which one",
)


def drafts() -> Iterator[Draft]:
    """Yield all questions about people's works."""
    doers = [person for person in people() if person.get("deed")]
    for person in doers:
        yield from _doer(person, doers)
        for grade in DIFFICULTIES:
            yield from _deed(person, doers, grade)


def _subject(form: str, person: Row, grade: str) -> Subject:
    source = str(kept("people", "history")["sources"]["people"])
    return Subject("works", form, person["name"], source, grade, "history")


def _plain(person: Row) -> str:
    return str(person["deed"]).replace("`", "'")


def _is_other(person: Row, other: Row) -> bool:
    surname = other["name"].split()[-1]
    return surname not in _plain(person) and surname != person["name"].split()[-1]


def _doer(person: Row, doers: list[Row]) -> Iterator[Draft]:
    grade = graded(person["mentions"], easy=2, medium=1)
    others = sorted(
        (other for other in doers if _is_other(person, other)),
        key=lambda other: (
            not set(person["kinds"]) & set(other["kinds"]),
            abs(other["born"] - person["born"]),
        ),
    )
    for wording in DOER_WORDINGS:
        yield Draft("doer", person["name"], partial(
            person_question, _subject("doer", person, grade),
            wording.format(role=person["role"], deed=_plain(person)), person,
            [other["name"] for other in others],
        ))  # fmt: skip


def _deed(person: Row, doers: list[Row], grade: str) -> Iterator[Draft]:
    others = beside(person, doers, grade, fits=partial(_is_other, person))
    if others:
        wording = DEED_WORDINGS[len(person["name"]) % 2]
        yield Draft("deed", person["name"], partial(
            choice_question, _subject("deed", person, grade),
            wording.format(name=person["name"]), _plain(person),
            sorted(_plain(other) for other in others),
        ))  # fmt: skip
