"""Every metric of one run, for a report."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from evalstore.metrics import sources
from evalstore.metrics.catalog import catalog
from evalstore.reviews.charts.drawing.rows import Row, RowReader, count_of, number_of, text_of
from evalstore.reviews.report.judge_checks import with_checks
from evalstore.reviews.report.metric_row import MetricRow
from evalstore.reviews.report.rows import anchor, run_query
from evalstore.store.query.queries import LEVELS, select_metrics

FAMILY_OF_READINGS: Final = "drift"


def metrics_of(reader: RowReader, run_id: str, slice_names: Sequence[str]) -> list[MetricRow]:
    """
    Return every metric of a run for some slice names, the primary validator first.

    Metrics of the same source view are read together, from its rows of this run, and skipped if it
    has none; the others are read one by one, because planning the union of all metrics takes
    longer than planning each of them.
    """
    [kinds] = run_query(reader, "kinds_of_answers", run_id=run_id)
    available = [
        metric
        for metric in catalog().values()
        if metric.has_value
        and kinds["has_readings" if metric.family == FAMILY_OF_READINGS else "has_answers"]
    ]
    about: dict[str, object] = {"run_id": run_id, "slice_names": [*slice_names]}
    rows: list[Row] = []
    for source, metrics in sources.by_source(available).items():
        if source:
            rows += _rows_of_kept(reader, source, [metric.name for metric in metrics], about)
            continue
        for metric in metrics:
            select_metrics(reader, metric.name)
            rows += run_query(reader, "metrics", levels=[*LEVELS], **about)
    places = {metric.name: place for place, metric in enumerate(available)}
    rows.sort(
        key=lambda row: (
            not row["is_primary_validator"],
            text_of(row, "validator_id"),
            places[text_of(row, "metric")],
        )
    )
    versions = {
        (row["system_id"], row["validator_id"]): text_of(row, "validator_version")
        for row in run_query(reader, "validator_versions", run_id=run_id)
    }
    metric_rows = [
        replace(
            metric_of(run_id, row),
            validator_version=versions.get((row["system_id"], row["validator_id"]), ""),
        )
        for row in rows
    ]
    return with_checks(metric_rows)


def _rows_of_kept(
    reader: RowReader, source: str, names: Sequence[str], about: dict[str, object]
) -> list[Row]:
    """Return the rows of metrics of one view, from a temporary copy of its rows of a run."""
    [(row_count,)] = reader.connection.execute(sources.keeping_statement(source), about).fetchall()
    try:
        if not row_count:
            return []
        select_metrics(reader, *names, kept=source)
        return run_query(reader, "metrics", levels=[*LEVELS], **about)
    finally:
        reader.connection.execute(sources.FORGETTING_STATEMENT)


def metric_of(run_id: str, row: Row) -> MetricRow:
    """Return the metric row of one row of ``metrics.all_metrics``."""
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
