"""
Expected values of the metrics of cards, computed from declared rates of answers.

Declared rates of cards are expected rates of answers by label. Of answers that can be parsed, with
``a`` for the abstention rate and ``r`` for the accuracy of given answers in the card's domain:

    card           YES               NO                UNKNOWN
    entailed       (1 - a) r         (1 - a) (1 - r)   a
    contradicted   (1 - a) (1 - r)   (1 - a) r         a
    unknown        (1 - r) / 2       (1 - r) / 2       r

A required UNKNOWN is not counted as an abstention: there ``a`` has no effect, and wrong answers
are YES or NO with equal probability. Errors exclude a case; missing and unparsable answers are in
no cell, and remain in every denominator except those of abstention precision and answer accuracy.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalstore.plugins.case import Case

ABSTENTION = "abstention"
LABELS = "ECU"
Cells = frozenset[tuple[str, str]]


def accuracy_on(rates: Mapping[str, Any], case: Case) -> float:
    """Return the declared probability that a given answer to a case is right."""
    by_difficulty = rates.get("accuracy_by_difficulty")
    if by_difficulty:
        level = str(case.attributes.get("difficulty", ""))
        return float(by_difficulty.get(level, by_difficulty[""]))
    by_domain = rates["accuracy_of_given_answers"]
    return float(by_domain.get(case.domain, by_domain[""]))


def _cells(*rows: tuple[str, str]) -> Cells:
    """Return pairs of label and answer, from rows such as ``("CU", "NO UNKNOWN")``."""
    return frozenset(
        (label, answer)
        for labels, answers in rows
        for label in labels
        for answer in answers.split()
    )


@dataclass(frozen=True, slots=True)
class MappingCells:
    """The cells that a mapping counts (docs/metrics.md); ``due`` are labels."""

    due: str
    abstentions: Cells
    rejections: Cells
    answers: Cells
    false_answers: Cells
    licensed_answers: Cells
    right_answers: Cells


MAPPINGS = {
    "licensed": MappingCells(
        due="CU",
        abstentions=_cells(("ECU", "NO UNKNOWN")),
        rejections=_cells(("C", "NO UNKNOWN")),
        answers=_cells(("ECU", "YES")),
        false_answers=_cells(("CU", "YES")),
        licensed_answers=_cells(("E", "YES")),
        right_answers=_cells(("E", "YES")),
    ),
    "strict": MappingCells(
        due="U",
        abstentions=_cells(("ECU", "UNKNOWN")),
        rejections=_cells(("C", "NO")),
        answers=_cells(("ECU", "YES NO")),
        false_answers=_cells(("C", "YES"), ("U", "YES NO")),
        licensed_answers=_cells(("E", "YES")),
        right_answers=_cells(("E", "YES"), ("C", "NO")),
    ),
    "by_action": MappingCells(
        due="CU",
        abstentions=_cells(("ECU", "UNKNOWN")),
        rejections=_cells(("C", "UNKNOWN")),
        answers=_cells(("ECU", "YES NO")),
        false_answers=_cells(("CU", "YES NO")),
        licensed_answers=_cells(("E", "YES NO")),
        right_answers=_cells(("E", "YES NO")),
    ),
}


@dataclass(frozen=True, slots=True)
class ExpectedRate:
    """The expected share, from 0 to 1, of a metric in one mapping."""

    metric: str
    mapping: str
    value: float


def expected_rates(rates: Mapping[str, Any], cases: Sequence[Case]) -> Iterator[ExpectedRate]:
    """
    Yield the rates that a perfect evaluation of these cards measures.

    ``rates`` is the result of ``Simulated.declared_rates()``. Each rate is the expected numerator
    over the expected denominator, so it depends on the number of cards of each label. A rate with
    an empty denominator is left out.
    """
    received_share = 1 - rates["error_rate"]
    if received_share <= 0:
        return
    lost_share = (rates["missing_rate"] + rates["unparsable_rate"]) / received_share
    count_of = dict.fromkeys(LABELS, 0)
    expected: dict[tuple[str, str], float] = {}
    for case in cases:
        if ABSTENTION not in case.validators or case.label not in count_of:
            continue
        label = str(case.label)
        count_of[label] += 1
        accuracy = accuracy_on(rates, case)
        for answer, share in _shares(label, accuracy, rates["abstention_rate"]).items():
            cell = (label, answer)
            expected[cell] = expected.get(cell, 0.0) + share * max(0.0, 1 - lost_share)
    for mapping, counted in MAPPINGS.items():
        for metric, part, whole in _fractions(counted, expected, count_of):
            if whole > 0:
                yield ExpectedRate(metric, mapping, part / whole)


def _shares(label: str, accuracy: float, abstention_rate: float) -> dict[str, float]:
    """Return the probability of each answer to a card with this label, given that it is parsed."""
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
    counted: MappingCells, expected: Mapping[tuple[str, str], float], count_of: Mapping[str, int]
) -> Iterator[tuple[str, float, float]]:
    """Yield each metric with its expected numerator and denominator, in cards."""

    def total(cells: Cells) -> float:
        return math.fsum(expected.get(cell, 0.0) for cell in cells)

    def on(labels: str, cells: Cells) -> Cells:
        return frozenset(cell for cell in cells if cell[0] in labels)

    due = on(counted.due, counted.abstentions)
    due_count = sum(count_of[label] for label in counted.due)
    yield "abstention_precision", total(due), total(counted.abstentions)
    for metric, label in (
        ("abstention_precision_invalid", "C"),
        ("abstention_precision_unknown", "U"),
    ):
        abstained = total(on(f"E{label}", counted.abstentions))
        yield metric, total(on(label, counted.abstentions)), abstained
    yield "abstention_recall", total(due), due_count
    yield "cvrr", total(counted.rejections), count_of["C"]
    yield "far_ne", total(counted.false_answers), count_of["C"] + count_of["U"]
    yield "licensed_accuracy", total(counted.licensed_answers), count_of["E"]
    yield "answer_accuracy", total(counted.right_answers), total(counted.answers)
    yield "overall_accuracy", total(counted.right_answers | due), sum(count_of.values())
