"""Remarks on how the judge behind a number was checked against people, or that it was not."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from evalstore.base.phrases import counted
from evalstore.metrics.catalog import catalog
from evalstore.reviews.charts.drawing.numbers import interval, number
from evalstore.reviews.report.metric_row import DIGITS, MetricRow

AGREEMENT = "judge_agreement"
WITH_PEOPLE = "with=people"
PEOPLE = "human:"
UNCHECKED = "never checked against people's labels here"


def with_checks(rows: Sequence[MetricRow]) -> list[MetricRow]:
    """Return the rows of a run, each that rests on a judge with how that judge was checked."""
    checks = {
        (row.system_id, row.validator_id): _check(row)
        for row in rows
        if row.metric == AGREEMENT and row.variant == WITH_PEOPLE and row.scored_count
    }
    return [
        replace(row, judge_check=checks.get((row.system_id, row.validator_id), UNCHECKED))
        if _rests_on_a_judge(row)
        else row
        for row in rows
    ]


def checks_of(rows: Iterable[MetricRow]) -> Mapping[str, str]:
    """Return by validator how it was checked; systems are named where that differs."""
    found: dict[str, dict[str, str]] = {}
    for row in rows:
        if row.judge_check and not row.is_control:
            found.setdefault(row.validator_id, {})[row.system_id] = row.judge_check
    return {
        validator_id: texts.pop()
        if len(texts := set(by_system.values())) == 1
        else "; ".join(f"{system_id}: {text}" for system_id, text in by_system.items())
        for validator_id, by_system in found.items()
    }


def _check(row: MetricRow) -> str:
    said = f"checked against people's labels on {counted(row.scored_count, 'reply', 'replies')}"
    if row.value is None:
        return said
    ends = f" ({interval(row.low, row.high, DIGITS)})" if row.low is not None else ""
    return f"{said}, kappa {number(row.value, DIGITS)}{ends}"


def _rests_on_a_judge(row: MetricRow) -> bool:
    is_judged = bool(row.validator_id) and not row.validator_id.startswith(PEOPLE)
    metric = catalog()[row.metric]
    return is_judged and metric.reads_outcomes and metric.family != "agreement"
