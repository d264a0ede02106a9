"""
Geological time: the intervals of the international chronostratigraphic chart.

Difficulty: eons, eras and periods are easy, epochs medium, ages hard; the number of years is a
step harder.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from evalstore.suites.hallucination.drafts.draft import (
    Draft,
    Subject,
    choice_question,
    kept,
    number_question,
    worded,
)
from evalstore.suites.hallucination.factual_cases import DIFFICULTIES, question_rng

Row = Mapping[str, Any]
AGE_TOLERANCE = 0.02
RANK_GRADES = {"eon": 0, "era": 0, "period": 0, "epoch": 1, "age": 2}
START_WORDINGS = (
    (
        "On the international chronostratigraphic chart, how many million years ago did "
        "the {name} begin?"
    ),
    "In millions of years before the present, when did the {name} begin?",
)
EARLIEST_WORDINGS = ("Which of these began first", "Which of these has the earliest beginning")
PERIOD_WORDINGS = (
    "In which geological period is the {name}",
    "The {name} is a part of which geological period",
)


def _subject(row: Row, form: str, step: int = 0) -> Subject:
    grade = DIFFICULTIES[min(2, RANK_GRADES[row["rank"]] + step)]
    return Subject("earth", form, row["name"], str(kept("earth")["sources"]["time scale"]), grade)


def drafts() -> Iterator[Draft]:
    """Yield all questions about geological time."""
    rows = kept("earth")["intervals"]
    periods = sorted({row["period"] for row in rows if row["period"]})
    for row in rows:
        yield from _starts(row)
        named = f"{row['name']} {row['rank']}"
        if row["rank"] in {"epoch", "age"}:
            yield from _period(row, named, periods)
    for rank in ("period", "epoch", "age"):
        ranked = sorted(
            (row for row in rows if row["rank"] == rank), key=lambda row: -row["start"]
        )
        for place, row in enumerate(ranked):
            later = [each for each in ranked[place + 1 :] if each["start"] < row["start"]]
            for variant, reach in enumerate((5, 15)):
                others = question_rng("first", row["name"], variant).sample(later[:reach], 3)
                if len(others) == len("abc") and (not variant or len(later) > reach):
                    subject = _subject(row, "earliest interval")
                    names = sorted(f"the {other['name']}" for other in others)
                    yield Draft(
                        "earliest interval",
                        row["name"],
                        partial(
                            choice_question,
                            subject,
                            worded(EARLIEST_WORDINGS, row["name"], variant),
                            f"the {row['name']}",
                            names,
                        ),
                    )


def _starts(row: Row) -> Iterator[Draft]:
    subject = _subject(row, "start of an interval", 1)
    slips = [f"{row['start'] * slip:.4g}" for slip in (1.12, 0.85, 2)]
    for wording in START_WORDINGS:
        text = wording.format(name=f"{row['name']} {row['rank']}")
        key = {"tolerance": AGE_TOLERANCE,
               "others": [{"kind": "number", "value": f"{row['start']:g}e6",
                           "tolerance": AGE_TOLERANCE}]}  # fmt: skip
        yield Draft("start of an interval", f"{row['start']:g}", partial(
            number_question, subject, text, f"{row['start']:g}", slips, **key
        ))  # fmt: skip


def _period(row: Row, named: str, periods: Sequence[str]) -> Iterator[Draft]:
    rivals = question_rng("period of", row["name"]).sample(
        [period for period in periods if period != row["period"]], 3
    )
    subject = _subject(row, "period of an interval")
    yield Draft(
        "period of an interval",
        row["period"],
        partial(
            choice_question,
            subject,
            worded(PERIOD_WORDINGS, named, name=named),
            row["period"],
            sorted(rivals),
        ),
    )
