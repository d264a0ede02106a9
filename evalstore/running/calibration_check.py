"""
Check the measured metrics of simulated systems against the rates they declare.

Declared rates of cards are expected rates of answers by label. Of answers that can be parsed, with
``a`` for the abstention rate and ``r`` for the accuracy of given answers in the card's domain:

    card           YES               NO                UNKNOWN
    entailed       (1 - a) r         (1 - a) (1 - r)   a
    contradicted   (1 - a) (1 - r)   (1 - a) r         a
    unknown        (1 - r) / 2       (1 - r) / 2       r

A required UNKNOWN is not counted as an abstention: there ``a`` has no effect, and wrong answers
are YES or NO with equal probability. Errors exclude a case; missing and unparsable answers are in
no cell, and remain in every denominator except that of abstention precision.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalstore import sql_files
from evalstore.errors import UsageError
from evalstore.queries import Slice, select_metrics
from evalstore.running.plan import restore_plan
from evalstore.running.resume import recorded_run
from evalstore.store.layout import Layout
from evalstore.store.reader import Reader, reading
from evalstore.types import registry
from evalstore.types.case import Case

KIND = "simulated"
KEY = ("system_id", "metric", "validator_id", "slice_name", "slice_value")
Row = dict[str, Any]
ABSTENTION = "abstention"
LABELS = "ECU"
Cells = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class DeclaredMetric:
    """The value that a metric should have, by a simulated system's declaration."""

    metric: str
    validator_id: str
    slice: Slice
    value: float
    variant: str | None = None


@dataclass(frozen=True, slots=True)
class CalibrationCheck:
    """A declared value and the measured one, None if nothing was measured."""

    system_id: str
    metric: str
    slice_name: str
    slice_value: str
    declared: float
    measured: float | None
    ci_low: float | None
    ci_high: float | None
    variant: str | None = None

    @property
    def is_covered(self) -> bool | None:
        """Return whether the interval contains the declared value; None without an interval."""
        if self.ci_low is None or self.ci_high is None:
            return None
        return self.ci_low <= self.declared <= self.ci_high


def check_calibration(layout: Layout, run_id: str) -> list[CalibrationCheck]:
    """
    Compare the metrics of every simulated system of a run with its declaration.

    Raises UsageError if the run was not started here or has no simulated system.
    """
    recorded = recorded_run(layout, run_id)
    plan = restore_plan(recorded.started, recorded.cases)
    module: Any = registry.load("systems", KIND)
    simulated = [item for item in plan.systems if item.kind == KIND]
    if not simulated:
        raise UsageError(f"run {run_id!r} has no simulated system; only those declare their rates")
    cases = plan.cases()
    declared: list[tuple[str, DeclaredMetric]] = []
    for item in simulated:
        system = module.build(item.system_id, plan.system_settings(item), plan.seed)
        declared += [
            (item.system_id, one) for one in declared_metrics(system.declared_rates(), cases)
        ]
    with reading(layout) as reader:
        measured = _measured(reader, run_id, {one.metric for _, one in declared})
    return [_check(system_id, one, measured) for system_id, one in declared]


def declared_metrics(rates: Mapping[str, Any], cases: list[Case]) -> Iterator[DeclaredMetric]:
    """
    Yield the values that a perfect evaluation of these cases would measure.

    An abstention counts as not right, except on unanswerable questions: there the share of right
    answers is that of given answers.
    """
    for domain in dict.fromkeys(case.domain for case in cases):
        judged = [case for case in cases if case.domain == domain and "factual" in case.validators]
        if judged:
            accuracy = _expected_accuracy(rates, judged)
            yield DeclaredMetric("accuracy", "factual", Slice("domain", domain), accuracy)
    for level in rates.get("accuracy_by_difficulty") or ():
        judged = [
            case
            for case in cases
            if case.attributes.get("difficulty") == level and "factual" in case.validators
        ]
        if judged:
            accuracy = _expected_accuracy(rates, judged)
            yield DeclaredMetric("accuracy", "factual", Slice("difficulty", level), accuracy)
    validators = {name for case in cases for name in case.validators}
    whole = Slice("all", "all")
    if "factual" in validators:
        yield DeclaredMetric("calibration_slope", "factual", whole, rates["calibration_slope"])
    if "phenomenological" in validators:
        yield DeclaredMetric(
            "phenomenology_pass_rate", "phenomenological", whole, rates["respect_rate"]
        )
    if "self_contradiction" in validators:
        yield DeclaredMetric(
            "contradiction_index", "self_contradiction", whole, rates["contradiction_rate"]
        )
    for rate in expected_rates(rates, cases):
        yield DeclaredMetric(rate.metric, ABSTENTION, whole, rate.value, f"mapping={rate.mapping}")


def accuracy_on(rates: Mapping[str, Any], case: Case) -> float:
    """Return the declared probability that a given answer to a case is right."""
    by_difficulty = rates.get("accuracy_by_difficulty")
    if by_difficulty:
        level = str(case.attributes.get("difficulty", ""))
        return float(by_difficulty.get(level, by_difficulty[""]))
    by_domain = rates["accuracy_of_given_answers"]
    return float(by_domain.get(case.domain, by_domain[""]))


def _expected_accuracy(rates: Mapping[str, Any], cases: Sequence[Case]) -> float:
    """Return the expected share of right answers; on an unanswerable question none abstains."""
    abstaining = rates["abstention_rate"]
    return math.fsum(
        accuracy_on(rates, case) * (1 - abstaining * (case.answer_key.get("kind") != "abstain"))
        for case in cases
    ) / len(cases)


def _measured(reader: Reader, run_id: str, metrics: set[str]) -> dict[tuple[str, ...], Row]:
    """Return the metrics of a run by system, metric, validator, slice and variant."""
    if not metrics:
        return {}
    select_metrics(reader, *sorted(metrics))
    found: dict[tuple[str, ...], Row] = {}
    for row in reader.rows(sql_files.read("sql/queries/measured"), run_id=run_id):
        key = tuple(str(row[name]) for name in KEY)
        found[*key, str(row["variant"])] = row
        # A declaration without a variant is compared with the first variant.
        found.setdefault(key, row)
    return found


def _check(
    system_id: str, declared: DeclaredMetric, measured: Mapping[tuple[str, ...], Row]
) -> CalibrationCheck:
    key = (
        system_id, declared.metric, declared.validator_id,
        declared.slice.name, str(declared.slice.value),
    )  # fmt: skip
    row = measured.get(key if declared.variant is None else (*key, declared.variant), {})
    return CalibrationCheck(
        system_id,
        declared.metric,
        declared.slice.name,
        str(declared.slice.value),
        declared.value,
        row.get("value"),
        row.get("ci_low"),
        row.get("ci_high"),
        declared.variant,
    )


def _cells(*rows: tuple[str, str]) -> Cells:
    """Return the cells of labels and answers, each row written as ``("CU", "NO UNKNOWN")``."""
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
    false_answers: Cells
    licensed_answers: Cells


MAPPINGS = {
    "licensed": MappingCells(
        due="CU",
        abstentions=_cells(("ECU", "NO UNKNOWN")),
        rejections=_cells(("C", "NO UNKNOWN")),
        false_answers=_cells(("CU", "YES")),
        licensed_answers=_cells(("E", "YES")),
    ),
    "strict": MappingCells(
        due="U",
        abstentions=_cells(("ECU", "UNKNOWN")),
        rejections=_cells(("C", "NO")),
        false_answers=_cells(("C", "YES"), ("U", "YES NO")),
        licensed_answers=_cells(("E", "YES")),
    ),
    "by_action": MappingCells(
        due="CU",
        abstentions=_cells(("ECU", "UNKNOWN")),
        rejections=_cells(("C", "UNKNOWN")),
        false_answers=_cells(("CU", "YES NO")),
        licensed_answers=_cells(("E", "YES NO")),
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
    Yield what a perfect evaluation of these cards measures, by ``Simulated.declared_rates()``.

    Each is the expected numerator over the expected denominator, so it depends on the number of
    cards of each label. A rate with an empty denominator is left out.
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
    """Return the probability of each answer to a card of this label, given that one is parsed."""
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

    due = frozenset(cell for cell in counted.abstentions if cell[0] in counted.due)
    due_count = sum(count_of[label] for label in counted.due)
    yield "abstention_precision", total(due), total(counted.abstentions)
    yield "abstention_recall", total(due), due_count
    yield "cvrr", total(counted.rejections), count_of["C"]
    yield "far_ne", total(counted.false_answers), count_of["C"] + count_of["U"]
    yield "licensed_accuracy", total(counted.licensed_answers), count_of["E"]
