"""Outcomes of an answer to a card: their names, marks and classes of the style sheet."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from evalstore.reviews.charts.drawing.rows import Row, count_of, text_of


@dataclass(frozen=True)
class Outcome:
    """One outcome of an answer; ``kind`` is its name in the style sheet."""

    kind: str
    mark: str
    word: str
    meaning: str


# From good to bad, then missing answers. The marks can be distinguished without colours.
OUTCOMES: Final = {
    outcome.kind: outcome
    for outcome in (
        Outcome("right", "✔", "right", "as the graph licenses"),
        Outcome("held", "○", "held back", "UNKNOWN although the graph decides"),
        Outcome("denied", "✘", "wrong NO", "NO to an entailed or unknown claim"),
        Outcome("claimed", "✘✘", "false YES", "YES to a contradicted or unknown claim"),
        Outcome("void", "∅", "no valid answer", "missing, or not YES, NO or UNKNOWN"),
        Outcome("lost", "⚠", "error", "the system failed; not in the table"),
    )
}
RIGHT: Final = {"E": "YES", "C": "NO", "U": "UNKNOWN"}
OTHERWISE: Final = {"YES": "claimed", "NO": "denied", "UNKNOWN": "held", "MISSING": "void"}


def outcome_of(prediction: str, label: str) -> Outcome:
    """
    Return the outcome of an answer; an empty prediction is an error of the system.

    >>> outcome_of("NO", "C").word, outcome_of("YES", "U").word, outcome_of("", "E").word
    ('right', 'false YES', 'error')
    """
    if prediction == RIGHT[label]:
        return OUTCOMES["right"]
    return OUTCOMES[OTHERWISE.get(prediction, "lost")]


def errors_of(rows: Iterable[Row]) -> Counter[tuple[str, str]]:
    """Return the number of answers lost to an error of the system, by system and label."""
    return Counter(
        {
            (text_of(row, "system_id"), text_of(row, "label")): count_of(row, "answer_count")
            for row in rows
            if outcome_in(row).kind == "lost"
        }
    )


def outcomes_of(rows: Iterable[Row]) -> list[Outcome]:
    """Return the outcomes that occur in rows, in the order of ``OUTCOMES``."""
    kinds = {outcome_in(row).kind for row in rows}
    return [outcome for outcome in OUTCOMES.values() if outcome.kind in kinds]


def outcome_in(row: Row) -> Outcome:
    """Return the outcome of the answers of one row."""
    return outcome_of(text_of(row, "prediction"), text_of(row, "label"))
