"""Outcomes of an answer to a card: their names, marks and classes of the style sheet."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Outcome:
    """One way in which an answer can end; the kind is its name for the style sheet."""

    kind: str
    mark: str
    word: str
    meaning: str


# From good to bad, then what is no answer. The marks differ without any colour.
OUTCOMES: Final = {
    outcome.kind: outcome
    for outcome in (
        Outcome("right", "✔", "right", "what the graph licenses"),
        Outcome("held", "○", "held back", "UNKNOWN where the graph decides"),
        Outcome("denied", "✘", "wrong NO", "NO to what is entailed or unknown"),
        Outcome("claimed", "✘✘", "false YES", "YES to what is contradicted or unknown"),
        Outcome("void", "∅", "no valid answer", "missing, or none of YES, NO and UNKNOWN"),
        Outcome("lost", "⚠", "error", "the system failed; counted in no cell"),
    )
}
RIGHT: Final = {"E": "YES", "C": "NO", "U": "UNKNOWN"}
OTHERWISE: Final = {"YES": "claimed", "NO": "denied", "UNKNOWN": "held", "MISSING": "void"}


def outcome_of(prediction: str, label: str) -> Outcome:
    """
    Return what became of an answer; an empty prediction is an error of the system.

    >>> outcome_of("NO", "C").word, outcome_of("YES", "U").word, outcome_of("", "E").word
    ('right', 'false YES', 'error')
    """
    if prediction == RIGHT[label]:
        return OUTCOMES["right"]
    return OUTCOMES[OTHERWISE.get(prediction, "lost")]
