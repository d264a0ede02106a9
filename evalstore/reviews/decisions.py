"""Decisions of gates as findings, from new events or from ``facts.gates``."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from evalstore.gates.decide import place_among_answers
from evalstore.metrics.catalog import catalog
from evalstore.reviews.charts.drawing.rows import Row, RowReader, count_of, number_of, text_of
from evalstore.reviews.review import Finding
from evalstore.reviews.review_rows import review_query

Payload = Mapping[str, Any]


def recorded(reader: RowReader, run_id: str) -> list[Finding]:
    """
    Return the recorded findings on a run.

    They are the decisions of the newest configuration, and foreign ones, which this store's
    ``evalstore gate`` did not make.
    """
    return [finding_of(row) for row in review_query(reader, "gates", run_id=run_id)]


def of_payloads(payloads: Sequence[Payload]) -> list[Finding]:
    """Return the decisions of ``gate_evaluated`` events of this store."""
    return [finding_of(_columns(payload)) for payload in payloads]


def finding_of(row: Row) -> Finding:
    """Return the decision in a row with the columns of ``facts.gates``."""
    metric = catalog().get(text_of(row, "metric"))
    paired_count, beaten = row["paired_count"], row["must_beat"]
    bounds = {name: number_of(row, name) for name in BOUNDS}
    drop = number_of(row, "drop_value")
    return Finding(
        gate_id=text_of(row, "gate_id"),
        metric=text_of(row, "metric"),
        answer=text_of(row, "decision"),
        is_informational=bool(row["is_informational"]),
        is_foreign=bool(row["is_foreign"]),
        system_id=text_of(row, "system_id"),
        validator_id=text_of(row, "validator_id"),
        slice_name=text_of(row, "slice_name"),
        slice_value=text_of(row, "slice_value"),
        variant=text_of(row, "variant"),
        low=number_of(row, "ci_low"),
        high=number_of(row, "ci_high"),
        unit=metric.unit if metric else "",
        threshold=text_of(row, "threshold"),
        scored_count=count_of(row, "scored_count"),
        reason=text_of(row, "reason"),
        baseline_run_id=text_of(row, "baseline_run_id"),
        baseline_reference=text_of(row, "baseline_reference"),
        baseline_reason=text_of(row, "baseline_reason"),
        drop_low=number_of(row, "drop_low"),
        drop_high=number_of(row, "drop_high"),
        paired_count=paired_count if isinstance(paired_count, int) else None,
        minimum_detectable_effect=number_of(row, "minimum_detectable_effect"),
        value=bounds["value"],
        minimum=bounds["minimum"],
        maximum=bounds["maximum"],
        drop=drop,
        max_drop=bounds["max_drop"],
        excess=excess_of(**bounds, drop=drop),
        must_beat=tuple(beaten) if isinstance(beaten, list) else (),
        try_number=count_of(row, "try_number"),
        branch_try_number=count_of(row, "branch_try_number"),
        false_block_chance=number_of(row, "false_block_chance"),
    )


BOUNDS: Final = ("value", "minimum", "maximum", "max_drop")


def excess_of(
    *,
    value: float | None,
    minimum: float | None,
    maximum: float | None,
    drop: float | None,
    max_drop: float | None,
) -> float:
    """
    Return the distance of a value beyond its threshold, as a share of it; negative within.

    For a threshold of 0 it is the distance itself.

    >>> excess_of(value=0.6, minimum=0.8, maximum=None, drop=None, max_drop=None)
    0.25
    """
    distances = [
        (bound, sign * (actual - bound))
        for actual, bound, sign in ((value, minimum, -1), (value, maximum, 1), (drop, max_drop, 1))
        if actual is not None and bound is not None
    ]
    return max((round(away / (abs(bound) or 1.0), 9) for bound, away in distances), default=0.0)


def place_of(finding: Finding) -> tuple[object, ...]:
    """Return the sort key of a finding: blocking before informational ones, worst first."""
    return (
        finding.is_foreign,
        finding.is_informational,
        place_among_answers(finding.answer),
        -finding.excess,
        finding.gate_id,
        finding.system_id,
        finding.slice_name,
        finding.slice_value,
        finding.variant,
    )


def _columns(payload: Payload) -> Row:
    """Return the columns of ``facts.gates`` for the payload of an event of this store."""
    slice_name, _, slice_value = str(payload.get("slice") or "").partition("=")
    drop = payload.get("drop") or {}
    low, high = payload.get("interval") or (None, None)
    drop_low, drop_high = drop.get("interval") or (None, None)
    return {
        **dict.fromkeys(OPTIONAL),
        **payload,
        "slice_name": slice_name,
        "slice_value": slice_value,
        "ci_low": low,
        "ci_high": high,
        "scored_count": payload.get("count"),
        "drop_value": drop.get("value"),
        "drop_low": drop_low,
        "drop_high": drop_high,
        "paired_count": drop.get("paired_count"),
        "minimum_detectable_effect": drop.get("minimum_detectable_effect"),
        "is_foreign": False,
    }


# Optional fields of a payload.
OPTIONAL: Final = (
    "system_id", "validator_id", "variant", "value", "threshold", "baseline_run_id",
    "baseline_reference", "baseline_reason", "minimum", "maximum", "max_drop", "is_informational",
    "must_beat", "try_number", "branch_try_number", "false_block_chance",
)  # fmt: skip
