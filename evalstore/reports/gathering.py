"""Read what a report shows of its runs from the store."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from evalstore.charts.drawing.numbers import counted
from evalstore.charts.drawing.rows import Row, RowReader, count_of, number_of, text_of
from evalstore.metrics.catalog import catalog
from evalstore.queries import select_metrics, unknown_run
from evalstore.reports.counted import counted_of_run
from evalstore.reports.failures import CASE_LIMIT, TEXT_LIMIT, failures_of_run
from evalstore.reports.figures import figures_of_run
from evalstore.reports.model import (
    DECISIONS,
    Banner,
    GateRow,
    MetricRow,
    RunJudge,
    RunReport,
    RunSummary,
    StoreInfo,
)
from evalstore.reports.rows import anchor, run_query, timestamp_of

SUMMARY_LIMIT: Final = 100
# Shown in full where nobody says which runs to show.
RUN_LIMIT: Final = 3
ROW_LIMIT: Final = 500
FAMILY_OF_READINGS: Final = "drift"
VALUE_TOLERANCE = 1e-12
NOTHING_DECIDED = Banner("none", "○", "No gate has decided on this run.")


def store_information(reader: RowReader, name: str) -> StoreInfo:
    """Say which store this is and how much it holds."""
    folds = run_query(reader, "tree")
    prints = run_query(reader, "fingerprint")
    return StoreInfo(
        name=name,
        tree_size=count_of(folds[0], "tree_size") if folds else 0,
        root=text_of(folds[0], "root") if folds else None,
        views_sha256=text_of(prints[0], "views_sha256") if prints else None,
    )


def summaries_of(
    reader: RowReader, run_ids: Sequence[str] | None
) -> tuple[tuple[RunSummary, ...], int]:
    """Return the newest runs, or those asked for, and how many there are in all."""
    row_filter = None if run_ids is None else list(run_ids)
    limit = SUMMARY_LIMIT if row_filter is None else max(SUMMARY_LIMIT, len(row_filter))
    rows = run_query(reader, "runs", run_ids=row_filter, run_limit=limit)
    summaries = tuple(summary_of(row) for row in rows)
    for run_id in row_filter or ():
        if run_id not in {summary.run_id for summary in summaries}:
            raise unknown_run(reader, run_id)
    return summaries, count_of(rows[0], "run_count") if rows else 0


def runs_in_full(reader: RowReader) -> list[str]:
    """Return the runs that are shown in full where nobody says which."""
    summaries, _ = summaries_of(reader, None)
    return [summary.run_id for summary in summaries[:RUN_LIMIT]]


def run_report(
    reader: RowReader,
    summary: RunSummary,
    *,
    case_limit: int = CASE_LIMIT,
    text_limit: int = TEXT_LIMIT,
) -> RunReport:
    """Read everything about one run but its charts."""
    run_id = summary.run_id
    failures = failures_of_run(reader, run_id, case_limit=case_limit, text_limit=text_limit)
    failing = {group.system_id: group.anchor for group in failures}
    decisions = run_query(reader, "gates", run_id=run_id)
    asked = dict.fromkeys(["all", "domain", *(text_of(row, "slice_name") for row in decisions)])
    slice_names = [name for name in asked if name]
    rows = metrics_of(reader, run_id, slice_names)
    overall = [row for row in rows if row.slice_name == "all"][:ROW_LIMIT]
    counted_rows, counting = counted_of_run(
        reader, run_id, [row.counted_key for row in overall if row.value is not None], failures
    )
    overall = [
        replace(
            row,
            failures_anchor=failing.get(row.system_id),
            counted_anchor=counting.get(row.counted_key),
        )
        for row in overall
    ]
    slices = [
        row
        for slice_name in slice_names[1:]
        for row in [row for row in rows if row.slice_name == slice_name][:ROW_LIMIT]
    ]
    gates = tuple(gate_of(row, [*overall, *slices]) for row in decisions)
    return RunReport(
        summary=summary,
        banner=banner_of(gates),
        gates=gates,
        gate_note=gate_note(decisions),
        metrics=tuple(overall),
        slices=tuple(slices),
        failures=failures,
        figures=figures_of_run(reader, run_id),
        judges=judges_of(reader, run_id),
        counted=counted_rows,
    )


def judges_of(reader: RowReader, run_id: str) -> tuple[RunJudge, ...]:
    """Return who judged a run, by validator, version, digest and model."""
    rows = run_query(reader, "judges", run_id=run_id, judge_limit=ROW_LIMIT)
    return tuple(
        RunJudge(
            text_of(row, "validator_id"),
            text_of(row, "validator_version"),
            text_of(row, "short_digest"),
            text_of(row, "judge_model"),
            count_of(row, "case_count"),
        )
        for row in rows
    )


def metrics_of(reader: RowReader, run_id: str, slice_names: Sequence[str]) -> list[MetricRow]:
    """
    Read every metric of a run for some kinds of slices, the primary validator first.

    One after another, and none that reads what the run has not: the union of all metrics takes
    longer to plan than each of them together.
    """
    [kinds] = run_query(reader, "kinds_of_answers", run_id=run_id)
    rows: list[Row] = []
    for metric in catalog().values():
        is_about = kinds["has_readings" if metric.family == FAMILY_OF_READINGS else "has_answers"]
        if metric.has_value and is_about:
            select_metrics(reader, metric.name)
            rows += run_query(reader, "metrics", run_id=run_id, slice_names=[*slice_names])
    rows.sort(key=lambda row: (not row["is_primary_validator"], text_of(row, "validator_id")))
    return [metric_of(run_id, row) for row in rows]


def metric_of(run_id: str, row: Row) -> MetricRow:
    """Read one row of ``metrics.all_metrics``."""
    keys = ("metric", "system_id", "slice_name", "slice_value", "validator_id", "variant")
    return MetricRow(
        anchor=anchor("metric", run_id, *(text_of(row, key) for key in keys)),
        metric=text_of(row, "metric"),
        system_id=text_of(row, "system_id"),
        slice_name=text_of(row, "slice_name"),
        slice_value=text_of(row, "slice_value"),
        validator_id=text_of(row, "validator_id"),
        is_primary_validator=bool(row["is_primary_validator"]),
        variant=text_of(row, "variant"),
        value=number_of(row, "value"),
        low=number_of(row, "ci_low"),
        high=number_of(row, "ci_high"),
        scored_count=count_of(row, "scored_count"),
        missing_count=count_of(row, "missing_count"),
        error_count=count_of(row, "error_count"),
        unscored_count=count_of(row, "unscored_count"),
        unit=text_of(row, "unit"),
        better=text_of(row, "better"),
    )


def summary_of(row: Row) -> RunSummary:
    """Read one run."""
    run_id = text_of(row, "run_id")
    return RunSummary(
        anchor=anchor("run", run_id),
        run_id=run_id,
        suite=text_of(row, "suite"),
        suite_version=text_of(row, "suite_version"),
        seed=text_of(row, "seed"),
        git_sha=text_of(row, "git_sha"),
        git_branch=text_of(row, "git_branch"),
        committed_at=timestamp_of(row, "committed_at"),
        started_at=timestamp_of(row, "started_at"),
        finished_at=timestamp_of(row, "finished_at"),
        run_status=text_of(row, "run_status"),
        case_count=count_of(row, "case_count"),
        system_count=count_of(row, "system_count"),
        response_count=count_of(row, "response_count"),
    )


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
        metric_anchor=judged.anchor if judged else None,
        value_now=judged.value if judged else None,
    )


def judged_metric(row: Row, metrics: list[MetricRow]) -> MetricRow | None:
    """Return the metric row a decision was made on; without a validator, the primary one's."""
    validator_id = text_of(row, "validator_id")
    row_filter = (
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
        if found == row_filter and is_validator:
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
