"""
Reigns and terms: who ruled in a year, for how long, who was president, and who came first.

Difficulty: the ruler of a year and the length of a reign are easy from 1800 on, medium from 1500
on, else hard. A president is easy among the first three and from the 32nd on, medium from the 16th
on, else hard; so is the one before or after another. Of three rulers or presidents it is easy if
a century or ten presidents lie between the right one and the next, medium if 20 years or four
presidents do, else hard.
"""

from collections.abc import Iterator
from functools import partial

from evalstore.base.phrases import ordinal
from evalstore.suites.hallucination.drafts.draft import (
    Draft,
    Subject,
    choice_question,
    graded,
    kept,
    number_question,
)
from evalstore.suites.hallucination.drafts.drawing import balanced
from evalstore.suites.hallucination.factual_cases import question_rng
from evalstore.suites.hallucination.history.historic_names import Row, person_question

RULER_WORDINGS = ("Who was {office} in {year}?", "In {year}, who was {office}?")
LENGTH_WORDINGS = (
    "By how many years is the last year of the reign of {name} ({office}) later than the first?",
    "How many years lie between the first and the last year of the reign of {name} ({office})?",
)
NUMBER_WORDINGS = (
    "Who was the {ordinal} President of the United States?",
    "Who was President number {number} of the United States?",
)
NEXT_WORDINGS = {
    1: "Who was the next President of the United States after {name} ({ordinal})?",
    -1: "Who was the last President of the United States before {name} ({ordinal})?",
}
RULED_FIRST = "Whose reign began first"
PRESIDENT_FIRST = "Which of these was President of the United States first"
REACH = (3, 12, 40)
YEARS_PER_REIGN = 4


def drafts() -> Iterator[Draft]:
    """Yield all questions about reigns and presidents."""
    reigns = kept("reigns", "history")["reigns"]
    for reign in reigns:
        yield from _rulers(reign, reigns)
    yield from balanced((each for reign in reigns for each in _lengths(reign)), 0.05)
    yield from _first(reigns, "first", RULED_FIRST, "first reign", (100, 20))
    presidents = kept("reigns", "history")["presidents"]
    for president in presidents:
        yield from _numbered(president, presidents)
    # A person who was president twice is left out, since either term could be meant.
    once = [
        row for row in presidents if [each["name"] for each in presidents].count(row["name"]) == 1
    ]
    yield from _first(once, "number", PRESIDENT_FIRST, "first president", (10, 4))


def _subject(form: str, name: str, grade: str) -> Subject:
    source = str(kept("reigns", "history")["sources"]["reigns"])
    return Subject("reigns", form, name, source, grade, "history")


def _rulers(reign: Row, reigns: list[Row]) -> Iterator[Draft]:
    """Yield questions for years within a reign, without its first and last."""
    others = [row for row in reigns if row["name"] != reign["name"]]
    years = list(range(reign["first"] + 1, reign["last"]))
    nearest = sorted(
        others,
        key=lambda row: (row["office"] != reign["office"], abs(row["first"] - reign["first"])),
    )
    rng = question_rng("years", reign["office"], reign["name"])
    for place, year in enumerate(sorted(rng.sample(years, min(YEARS_PER_REIGN, len(years))))):
        subject = _subject("ruler", f"{reign['office']} {reign['name']}", _grade(year))
        yield Draft("ruler", f"{reign['office']} {reign['name']}", partial(
            person_question, subject,
            RULER_WORDINGS[place % 2].format(office=reign["office"], year=year), reign,
            [row["name"] for row in nearest],
        ))  # fmt: skip


def _grade(year: int) -> str:
    return graded(year, easy=1800, medium=1500)


def _lengths(reign: Row) -> Iterator[Draft]:
    years = reign["last"] - reign["first"]
    rng = question_rng("length", reign["office"], reign["name"])
    slips = [str(years + rng.randint(1, 4)), str(years + rng.choice((10, 20)))]
    subject = _subject(
        "length of reign", f"{reign['office']} {reign['name']}", _grade(reign["first"])
    )
    for wording in LENGTH_WORDINGS:
        yield Draft("length of reign", str(years), partial(
            number_question, subject, wording.format(**reign), str(years), slips
        ))  # fmt: skip


def _first(
    rows: list[Row], field: str, text: str, form: str, bounds: tuple[int, int]
) -> Iterator[Draft]:
    ordered = sorted(rows, key=lambda row: (row[field], row["name"]))
    for place, row in enumerate(ordered):
        seen: set[frozenset[str]] = set()
        for reach in REACH:
            later = [
                other
                for other in ordered[place + 1 : place + reach + 1]
                if other[field] > row[field] and other["name"] != row["name"]
            ]
            rng = question_rng(text, row["name"], row[field], reach)
            others = rng.sample(later, min(2, len(later)))
            shown_names = frozenset(_shown(other) for other in others)
            if len({other["name"] for other in others}) < len("ab") or shown_names in seen:
                continue
            seen.add(shown_names)
            distance = min(other[field] - row[field] for other in others)
            grade = graded(distance, easy=bounds[0], medium=bounds[1])
            name, *names = (_shown(each) for each in (row, *others))
            yield Draft(form, name, partial(
                choice_question, _subject(form, name, grade), text, name, sorted(names)
            ))  # fmt: skip


def _shown(row: Row) -> str:
    return f"{row['name']} ({row['office']})" if "office" in row else str(row["name"])


def _numbered(president: Row, presidents: list[Row]) -> Iterator[Draft]:
    """Yield the questions for a president by number, and by the one before and after."""
    number = president["number"]
    near = [
        row["name"]
        for row in sorted(presidents, key=lambda row: (abs(row["number"] - number), row["number"]))
        if row["name"] != president["name"]
    ]
    grade = _president_grade(number)
    subject = _subject("president", president["name"], grade)
    for wording in NUMBER_WORDINGS:
        text = wording.format(number=number, ordinal=ordinal(number))
        yield Draft("president", president["name"], partial(
            person_question, subject, text, president, near, _namesakes(president, presidents)
        ))  # fmt: skip
    for step, wording in NEXT_WORDINGS.items():
        adjacent = [row for row in presidents if row["number"] == number - step]
        for other in adjacent:
            subject = _subject("president before or after", president["name"], grade)
            text = wording.format(name=other["name"], ordinal=ordinal(other["number"]))
            wrong = [name for name in near if name != other["name"]]
            yield Draft("president before or after", president["name"], partial(
                person_question, subject, text, president, wrong,
                _namesakes(president, presidents),
            ))  # fmt: skip


def _namesakes(president: Row, presidents: list[Row]) -> list[str]:
    """Return all names of the other presidents with the same surname."""
    surname = president["name"].split()[-1]
    return [
        name
        for row in presidents
        if row["name"] != president["name"] and row["name"].endswith(f" {surname}")
        for name in (row["name"], *row["aliases"])
    ]


def _president_grade(number: int) -> str:
    return graded(40 if number <= len("abc") else number, easy=32, medium=16)
