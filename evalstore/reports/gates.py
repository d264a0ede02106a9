"""What the gates of a run decided, as the page shows it: their rows and the banner above them."""

from evalstore.charts.drawing.numbers import counted
from evalstore.charts.drawing.rows import Row, count_of, number_of, text_of
from evalstore.reports.model import DECISIONS, Banner, GateRow, MetricRow
from evalstore.reports.reading import moment_of

VALUE_TOLERANCE = 1e-12
NOTHING_DECIDED = Banner("none", "○", "No gate has decided on this run.")


def gate_of(row: Row, metrics: list[MetricRow]) -> GateRow:
    """Read one decision, and find the number it was made on among those of the page."""
    judged = judged_metric(row, metrics)
    slice_name = text_of(row, "slice_name")
    is_sliced = slice_name not in {"", "all"}
    return GateRow(
        gate_id=text_of(row, "gate_id"),
        metric=text_of(row, "metric"),
        system_id=text_of(row, "system_id"),
        slice_text=f"{slice_name} = {text_of(row, 'slice_value')}" if is_sliced else "",
        decision=text_of(row, "decision"),
        reason=text_of(row, "reason"),
        is_informational=bool(row["is_informational"]),
        is_foreign=bool(row["is_foreign"]),
        value=number_of(row, "value"),
        low=number_of(row, "ci_low"),
        high=number_of(row, "ci_high"),
        threshold=text_of(row, "threshold"),
        baseline_run_id=text_of(row, "baseline_run_id"),
        tree_size=count_of(row, "tree_size") if row["tree_size"] is not None else None,
        evaluated_at=moment_of(row, "evaluated_at"),
        metric_anchor=judged.anchor if judged else None,
        value_now=judged.value if judged else None,
    )


def judged_metric(row: Row, metrics: list[MetricRow]) -> MetricRow | None:
    """Return the metric row a decision was made on; without a validator, the primary one's."""
    validator_id = text_of(row, "validator_id")
    wanted = (
        text_of(row, "metric"),
        text_of(row, "system_id"),
        text_of(row, "slice_name") or "all",
        text_of(row, "slice_value") or "all",
        text_of(row, "variant"),
    )
    for metric in metrics:
        found = (
            metric.metric,
            metric.system_id,
            metric.slice_name,
            metric.slice_value,
            metric.variant,
        )
        is_validator = (
            metric.validator_id == validator_id if validator_id else metric.is_primary_validator
        )
        if found == wanted and is_validator:
            return metric
    return None


def has_moved(gate: GateRow) -> bool:
    """Say whether the value is no longer the one that was decided on."""
    if gate.metric_anchor is None or gate.value is None:
        return False
    if gate.value_now is None:
        return True
    return abs(gate.value - gate.value_now) > VALUE_TOLERANCE


def banner_of(gates: tuple[GateRow, ...]) -> Banner:
    """
    Say what the gates come to: fail before broken before undecided, as the exit code does.

    Informational gates and foreign decisions are shown but decide nothing.
    """
    deciding = [gate for gate in gates if not (gate.is_informational or gate.is_foreign)]
    if not deciding:
        return NOTHING_DECIDED
    moved = [gate for gate in deciding if has_moved(gate)]
    if moved:
        return Banner(
            "undecided",
            "?",
            f"Out of date: {counted(len(moved), 'decision')} of {len(deciding)} no longer "
            "follow from the values below; `evalstore gate` decides anew.",
        )
    counts = {kind: sum(gate.kind == kind for gate in deciding) for kind in DECISIONS}
    kind = next(kind for kind in DECISIONS if counts[kind])
    icon, word = DECISIONS[kind]
    if kind == "pass":
        return Banner(kind, icon, f"Pass: {counted(len(deciding), 'gate')}, none fails.")
    parts = [f"{counts[other]} {DECISIONS[other][1]}" for other in DECISIONS if counts[other]]
    total = counted(len(deciding), "gate")
    return Banner(kind, icon, f"{word.capitalize()}: of {total}, {', '.join(parts)}.")


def gate_note(rows: list[Row]) -> str:
    """Say where other configurations decided on the run too; the page shows the newest."""
    count = max((count_of(row, "configuration_count") for row in rows), default=0)
    if count <= 1:
        return ""
    return f"Decisions of the newest of {count} configurations."
