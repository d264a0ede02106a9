"""Comparison of the measured metrics of simulated systems with their declared rates."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.running.expected_rates import ABSTENTION, accuracy_on, expected_rates
from evalstore.running.plan import restore_plan
from evalstore.running.resume import recorded_run
from evalstore.store.layout import Layout
from evalstore.store.query.queries import Slice, select_metrics
from evalstore.store.query.reader import Reader, reading

KIND = "simulated"
KEY = ("system_id", "metric", "validator_id", "slice_name", "slice_value")
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DeclaredMetric:
    """The value a metric should have according to a simulated system's declaration."""

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
        """Whether the interval contains the declared value; None without an interval."""
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
        raise UsageError(
            f"run {run_id!r} has no simulated system, expected at least one, since only simulated "
            "systems declare the rates to compare with"
        )
    cases = plan.cases()
    declared: list[tuple[str, DeclaredMetric]] = []
    for item in simulated:
        system = module.build(item.system_id, plan.system_settings(item), plan.seed)
        declared += [
            (item.system_id, metric) for metric in declared_metrics(system.declared_rates(), cases)
        ]
    with reading(layout) as reader:
        measured = _measured(reader, run_id, {metric.metric for _, metric in declared})
    return [_check(system_id, metric, measured) for system_id, metric in declared]


def declared_metrics(rates: Mapping[str, Any], cases: list[Case]) -> Iterator[DeclaredMetric]:
    """
    Yield the values that a perfect evaluation of these cases would measure.

    An abstention counts as not right, except on unanswerable questions: there the declared
    accuracy is the share of right answers among all.
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


def _expected_accuracy(rates: Mapping[str, Any], cases: Sequence[Case]) -> float:
    """
    Return the expected share of right answers.

    Abstentions reduce it, except on unanswerable questions.
    """
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
    rows_by_key: dict[tuple[str, ...], Row] = {}
    for row in reader.rows(sql_files.read("sql/queries/measured"), run_id=run_id):
        key = tuple(str(row[name]) for name in KEY)
        rows_by_key[*key, str(row["variant"])] = row
        # A declaration without a variant is compared with the first variant.
        rows_by_key.setdefault(key, row)
    return rows_by_key


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
