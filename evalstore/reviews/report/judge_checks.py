"""Remarks on whether and how the judge of a number was checked against people."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from evalstore.base.phrases import counted
from evalstore.metrics.catalog import catalog
from evalstore.reviews.charts.drawing.numbers import interval, number
from evalstore.reviews.report.metric_row import DIGITS, MetricRow

AGREEMENT = "judge_agreement"
WITH_PEOPLE = "with=people"
PEOPLE = "human:"
UNCHECKED = "not checked against people's labels in this store"


def with_checks(rows: Sequence[MetricRow]) -> list[MetricRow]:
    """Return the rows of a run, with ``judge_check`` set on those that depend on a judge."""
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
    """Return the check of each validator as text, by system if the checks differ."""
    checks: dict[str, dict[str, str]] = {}
    for row in rows:
        if row.judge_check and not row.is_control:
            checks.setdefault(row.validator_id, {})[row.system_id] = row.judge_check
    return {
        validator_id: texts.pop()
        if len(texts := set(by_system.values())) == 1
        else "; ".join(f"{system_id}: {text}" for system_id, text in by_system.items())
        for validator_id, by_system in checks.items()
    }


def _check(row: MetricRow) -> str:
    sentence = (
        f"checked against people's labels on {counted(row.scored_count, 'reply', 'replies')}"
    )
    if row.value is None:
        return sentence
    ends = f" ({interval(row.low, row.high, DIGITS)})" if row.low is not None else ""
    return f"{sentence}, kappa {number(row.value, DIGITS)}{ends}"


def _rests_on_a_judge(row: MetricRow) -> bool:
    is_judged = bool(row.validator_id) and not row.validator_id.startswith(PEOPLE)
    metric = catalog()[row.metric]
    return is_judged and metric.reads_outcomes and metric.family != "agreement"
