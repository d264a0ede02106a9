"""
What a simulated system's declared rates come to on cards: its answers by label, then the metrics.

Where an answer comes that can be read, with ``a`` for the abstention rate and ``r`` for the
accuracy of given answers in the card's domain:

    card           YES               NO                UNKNOWN
    entailed       (1 - a) r         (1 - a) (1 - r)   a
    contradicted   (1 - a) (1 - r)   (1 - a) r         a
    unknown        (1 - r) / 2       (1 - r) / 2       r

An UNKNOWN that is due is no abstention of its own: there ``a`` plays no part, and what is wrong
is YES or NO, one as often as the other. An error leaves a case out; what is missing or cannot be
read is in no cell, and stays in each denominator but that of abstention precision.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalstore.types.case import Case

VALIDATOR = "abstention"
LABELS = "ECU"
Cells = frozenset[tuple[str, str]]


def _cells(*rows: tuple[str, str]) -> Cells:
    """Return the cells of labels and answers, each row written as ``("CU", "NO UNKNOWN")``."""
    return frozenset(
        (label, answer)
        for labels, answers in rows
        for label in labels
        for answer in answers.split()
    )


@dataclass(frozen=True, slots=True)
class Counted:
    """Which cells a mapping counts, as docs/metrics.md has it; ``due`` are labels."""

    due: str
    abstentions: Cells
    rejections: Cells
    false_answers: Cells
    licensed_answers: Cells


MAPPINGS = {
    "licensed": Counted(
        due="CU",
        abstentions=_cells(("ECU", "NO UNKNOWN")),
        rejections=_cells(("C", "NO UNKNOWN")),
        false_answers=_cells(("CU", "YES")),
        licensed_answers=_cells(("E", "YES")),
    ),
    "strict": Counted(
        due="U",
        abstentions=_cells(("ECU", "UNKNOWN")),
        rejections=_cells(("C", "NO")),
        false_answers=_cells(("C", "YES"), ("U", "YES NO")),
        licensed_answers=_cells(("E", "YES")),
    ),
    "by_action": Counted(
        due="CU",
        abstentions=_cells(("ECU", "UNKNOWN")),
        rejections=_cells(("C", "UNKNOWN")),
        false_answers=_cells(("CU", "YES NO")),
        licensed_answers=_cells(("E", "YES NO")),
    ),
}


@dataclass(frozen=True, slots=True)
class Expected:
    """What a metric should come to in one mapping: a share from 0 to 1."""

    metric: str
    mapping: str
    value: float


def expected_rates(truth: Mapping[str, Any], cases: Sequence[Case]) -> Iterator[Expected]:
    """
    Yield what a perfect evaluation of these cards would find, from ``Simulated.truth()``.

    Each is the expected numerator over the expected denominator, and so depends on how many cards
    each label has. One with nothing in its denominator is not yielded.
    """
    received_share = 1 - truth["error_rate"]
    if received_share <= 0:
        return
    lost_share = (truth["missing_rate"] + truth["unparsable_rate"]) / received_share
    by_domain = truth["accuracy_of_given_answers"]
    count_of = dict.fromkeys(LABELS, 0)
    expected: dict[tuple[str, str], float] = {}
    for case in cases:
        if VALIDATOR not in case.validators or case.label not in count_of:
            continue
        label = str(case.label)
        count_of[label] += 1
        accuracy = by_domain.get(case.domain, by_domain[""])
        for answer, share in _shares(label, accuracy, truth["abstention_rate"]).items():
            cell = (label, answer)
            expected[cell] = expected.get(cell, 0.0) + share * max(0.0, 1 - lost_share)
    for mapping, counted in MAPPINGS.items():
        for metric, part, whole in _fractions(counted, expected, count_of):
            if whole > 0:
                yield Expected(metric, mapping, part / whole)


def _shares(label: str, accuracy: float, abstention_rate: float) -> dict[str, float]:
    """Return how often each answer is given to a card of this label, where one is given."""
    if label == "U":
        return {"YES": (1 - accuracy) / 2, "NO": (1 - accuracy) / 2, "UNKNOWN": accuracy}
    right, wrong = ("YES", "NO") if label == "E" else ("NO", "YES")
    given_share = 1 - abstention_rate
    return {
        right: given_share * accuracy,
        wrong: given_share * (1 - accuracy),
        "UNKNOWN": abstention_rate,
    }


def _fractions(
    counted: Counted, expected: Mapping[tuple[str, str], float], count_of: Mapping[str, int]
) -> Iterator[tuple[str, float, float]]:
    """Yield each metric with its expected numerator and denominator, in cards."""

    def total(cells: Cells) -> float:
        return math.fsum(expected.get(cell, 0.0) for cell in cells)

    due = frozenset(cell for cell in counted.abstentions if cell[0] in counted.due)
    due_count = sum(count_of[label] for label in counted.due)
    yield "abstention_precision", total(due), total(counted.abstentions)
    yield "abstention_recall", total(due), due_count
    yield "cvrr", total(counted.rejections), count_of["C"]
    yield "far_ne", total(counted.false_answers), count_of["C"] + count_of["U"]
    yield "licensed_accuracy", total(counted.licensed_answers), count_of["E"]
