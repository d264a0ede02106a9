"""Read the runs of a report from the store."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from evalstore.reviews.charts.drawing.rows import Row, RowReader, count_of, text_of
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.gathering import review_of
from evalstore.reviews.report.case_sets import counted_anchor
from evalstore.reviews.report.control_rows import beside_controls, control_sentences
from evalstore.reviews.report.counted import Key, counted_of_run, with_slices
from evalstore.reviews.report.failures import CASE_LIMIT, TEXT_LIMIT, failures_of_run
from evalstore.reviews.report.figures import figures_of_run
from evalstore.reviews.report.gate_row import banner_of, gates_of
from evalstore.reviews.report.headlines import gated_variants, headlines_of
from evalstore.reviews.report.judge_checks import checks_of
from evalstore.reviews.report.metric_row import MetricRow
from evalstore.reviews.report.model import RunJudge, RunReport, RunSummary, StoreInfo
from evalstore.reviews.report.report_questions import answers_of, unmeasured_of
from evalstore.reviews.report.rows import anchor, run_query, timestamp_of
from evalstore.reviews.report.run_metrics import MetricReader, metrics_of
from evalstore.reviews.review_rows import review_query
from evalstore.statistics.controls import run_controls
from evalstore.store.query.queries import unknown_run
from evalstore.store.query.reader import Reader

SUMMARY_LIMIT: Final = 100
# The number of runs in full by default.
RUN_LIMIT: Final = 1
ROW_LIMIT: Final = 500
REMARK_LIMIT: Final = 20
REMARK_LENGTH: Final = 300


def store_information(reader: RowReader, name: str) -> StoreInfo:
    """Return the name, size and fingerprints of the store."""
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
    """
    Return the newest runs, or the given ones in their order, and the number of all runs.

    Raises UsageError for an unknown run.
    """
    row_filter = None if run_ids is None else list(run_ids)
    limit = SUMMARY_LIMIT if row_filter is None else max(SUMMARY_LIMIT, len(row_filter))
    rows = run_query(reader, "runs", run_ids=row_filter, run_limit=limit)
    summaries = tuple(summary_of(row) for row in rows)
    for run_id in row_filter or ():
        if run_id not in {summary.run_id for summary in summaries}:
            raise unknown_run(reader, run_id)
    if row_filter is not None:
        summaries = tuple(sorted(summaries, key=lambda run: row_filter.index(run.run_id)))
    return summaries, count_of(rows[0], "run_count") if rows else 0


def runs_in_full(reader: RowReader) -> list[str]:
    """Return the default runs of a full report."""
    summaries, _ = summaries_of(reader, None)
    return [summary.run_id for summary in summaries[:RUN_LIMIT]]


def run_report(
    reader: Reader,
    summary: RunSummary,
    *,
    metric_reader: MetricReader | None = None,
    case_limit: int = CASE_LIMIT,
    text_limit: int = TEXT_LIMIT,
) -> RunReport:
    """
    Return everything about one run except its charts.

    ``metric_reader`` reads the metrics of several runs together.
    """
    run_id = summary.run_id
    failures = failures_of_run(reader, run_id, case_limit=case_limit, text_limit=text_limit)
    failing = {group.system_id: group.anchor for group in failures}
    review = review_of(reader, run_id, case_limit=case_limit, text_limit=text_limit)
    gated = gated_variants(review.findings)
    candidates = ["all", "domain", "difficulty"]
    candidates += [finding.slice_name for finding in review.findings]
    slice_names = [name for name in dict.fromkeys(candidates) if name]
    rows = metrics_of(reader, run_id, slice_names, metric_reader)
    controls = run_controls(reader, run_id, systems_of(rows), slice_names)
    rows = beside_controls(rows, controls)
    overall = [row for row in rows if row.slice_name == "all"][:ROW_LIMIT]
    counted_rows, counting = counted_of_run(
        reader, run_id, [row.counted_key for row in overall if row.value is not None], failures
    )
    overall = _with_anchors(overall, failing, counting)
    slices = [
        replace(row, counted_anchor=counted_anchor(run_id, row.grain))
        if row.counted_key in counting and row.value is not None
        else row
        for slice_name in slice_names[1:]
        for row in [row for row in rows if row.slice_name == slice_name][:ROW_LIMIT]
    ]
    counted_rows = with_slices(counted_rows, slices)
    gates = gates_of(review, [*overall, *slices])
    return RunReport(
        summary=summary,
        review=review,
        banner=banner_of(review, gates),
        gates=gates,
        gate_note=gate_note(reader, run_id),
        metrics=tuple(overall),
        slices=tuple(slices),
        answers=answers_of(
            run_id, overall, slices, [*gated], {gate.metric_anchor or "" for gate in gates}
        ),
        unmeasured=unmeasured_of(overall),
        headlines=headlines_of(overall, gated),
        failures=failures,
        figures=figures_of_run(reader, run_id),
        judges=judges_of(reader, run_id, rows),
        counted=counted_rows,
        control_notes=tuple(control_sentences(overall, controls)),
        remarks=remarks_of(reader, run_id),
    )


def _with_anchors(
    rows: Iterable[MetricRow], failing: Mapping[str, str], counting: Mapping[Key, str]
) -> list[MetricRow]:
    """Link rows to the failing cases of their systems, and to the cases that they count."""
    return [
        replace(
            row,
            failures_anchor=failing.get(row.system_id),
            counted_anchor=counting.get(row.counted_key),
        )
        for row in rows
    ]


def systems_of(rows: Sequence[MetricRow]) -> list[str]:
    """Return the sorted ids of the systems in rows."""
    return sorted({row.system_id for row in rows})


def remarks_of(reader: RowReader, run_id: str) -> tuple[str, ...]:
    """Return the suite's remarks on the cases of a run, at most ``REMARK_LIMIT``."""
    rows = run_query(reader, "remarks", run_id=run_id, remark_limit=REMARK_LIMIT)
    remarks = (one_line(text_of(row, "remark"), REMARK_LENGTH) for row in rows)
    return tuple(remark for remark in remarks if remark)


def judges_of(
    reader: RowReader, run_id: str, metrics: Sequence[MetricRow]
) -> tuple[RunJudge, ...]:
    """Return the judges of a run by validator, version, digest and model, with their checks."""
    checks = checks_of(metrics)
    rows = run_query(reader, "judges", run_id=run_id, judge_limit=ROW_LIMIT)
    return tuple(
        RunJudge(
            text_of(row, "validator_id"),
            text_of(row, "validator_version"),
            text_of(row, "short_digest"),
            text_of(row, "judge_model"),
            count_of(row, "case_count"),
            checks.get(text_of(row, "validator_id"), ""),
        )
        for row in rows
    )


def summary_of(row: Row) -> RunSummary:
    """Return the summary of a run in one row."""
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
        control_count=count_of(row, "control_count"),
        response_count=count_of(row, "response_count"),
    )


def gate_note(reader: RowReader, run_id: str) -> str:
    """Return a note if several configurations decided on the run, else an empty text."""
    rows = review_query(reader, "gates", run_id=run_id)
    count = max((count_of(row, "configuration_count") for row in rows), default=0)
    if count <= 1:
        return ""
    return f"Decisions of the newest of {count} configurations."
