"""Every metric of the runs of a report."""

from collections.abc import Collection, Sequence
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
# The number of runs whose metrics are read together and kept in memory.
RANGE_LIMIT: Final = 8


class MetricReader:
    """
    The rows of every metric of some runs.

    Planning a metric's query takes longer than answering it for a few runs. Runs whose ids follow
    each other in the store are therefore read together, when the first of them is asked for.
    """

    def __init__(self, reader: RowReader, run_ids: Collection[str]) -> None:
        self._reader = reader
        self._range_of: dict[str, list[str]] = {}
        self._slice_names: set[str] = set()
        self._rows: dict[str, list[Row]] = {}
        if len(run_ids) > 1:
            ordered = [text_of(row, "run_id") for row in run_query(reader, "run_ids")]
            for run_range in ranges_of(ordered, run_ids):
                self._range_of |= dict.fromkeys(run_range, run_range)

    def rows(self, run_id: str, slice_names: Sequence[str]) -> list[Row]:
        """Return the rows of a run for some slice names; those of one metric are in order."""
        if run_id not in self._rows and len(self._range_of.get(run_id, ())) > 1:
            self._read_range(self._range_of[run_id], slice_names)
        if run_id not in self._rows or not self._slice_names.issuperset(slice_names):
            return rows_of_range(self._reader, [run_id], slice_names)
        return [row for row in self._rows[run_id] if row["slice_name"] in slice_names]

    def _read_range(self, run_ids: list[str], slice_names: Sequence[str]) -> None:
        gated = run_query(
            self._reader, "gated_slices", first_run_id=run_ids[0], last_run_id=run_ids[-1]
        )
        self._slice_names = {*slice_names, *(text_of(row, "slice_name") for row in gated)}
        # Only the rows of one range are kept in memory.
        self._rows = {run_id: [] for run_id in run_ids}
        for row in rows_of_range(self._reader, run_ids, sorted(self._slice_names)):
            self._rows[text_of(row, "run_id")].append(row)


def ranges_of(ordered: Sequence[str], run_ids: Collection[str]) -> list[list[str]]:
    """
    Return runs in ranges that contain no other run of the store, at most RANGE_LIMIT runs each.

    ``ordered`` are the ids of all runs in their order.

    >>> ranges_of(["r1", "r2", "r3", "r4"], {"r1", "r2", "r4"})
    [['r1', 'r2'], ['r4']]
    """
    ranges: list[list[str]] = []
    place_before = -1
    for place, run_id in enumerate(ordered):
        if run_id not in run_ids:
            continue
        follows = ranges and place == place_before + 1 and len(ranges[-1]) < RANGE_LIMIT
        if not follows:
            ranges.append([])
        ranges[-1].append(run_id)
        place_before = place
    return ranges


def metrics_of(
    reader: RowReader,
    run_id: str,
    slice_names: Sequence[str],
    metric_reader: MetricReader | None = None,
) -> list[MetricRow]:
    """Return every metric of a run for some slice names, the primary validator first."""
    rows = (metric_reader or MetricReader(reader, [run_id])).rows(run_id, slice_names)
    places = {name: place for place, name in enumerate(catalog())}
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


def rows_of_range(
    reader: RowReader, run_ids: Sequence[str], slice_names: Sequence[str]
) -> list[Row]:
    """
    Return the rows of every metric of a range of runs, whose ids are in order.

    Metrics of the same source view are read together, from its rows of these runs, and skipped if
    it has none; the others are read one by one, because planning the union of all metrics takes
    longer than planning each of them. A run without answers has only metrics of drift.
    """
    about: dict[str, object] = {"first_run_id": run_ids[0], "last_run_id": run_ids[-1]}
    kinds = {text_of(row, "run_id"): row for row in run_query(reader, "kinds_of_answers", **about)}
    kind_of = {
        metric.name: "has_readings" if metric.family == FAMILY_OF_READINGS else "has_answers"
        for metric in catalog().values()
    }
    available = [
        metric
        for metric in catalog().values()
        if metric.has_value and any(row[kind_of[metric.name]] for row in kinds.values())
    ]
    about["slice_names"] = [*slice_names]
    rows: list[Row] = []
    for source, metrics in sources.by_source(available).items():
        if source:
            rows += _rows_of_kept(reader, source, [metric.name for metric in metrics], about)
            continue
        for metric in metrics:
            select_metrics(reader, metric.name)
            rows += run_query(reader, "metrics", levels=[*LEVELS], **about)
    return [row for row in rows if kinds[text_of(row, "run_id")][kind_of[text_of(row, "metric")]]]


def _rows_of_kept(
    reader: RowReader, source: str, names: Sequence[str], about: dict[str, object]
) -> list[Row]:
    """Return the rows of metrics of one view, from a temporary copy of its rows of the runs."""
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
