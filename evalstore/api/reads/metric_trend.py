"""A metric over runs, weeks or sessions, with its changes of level, as tables."""

from collections.abc import Iterator

from evalstore.base.html_table import html_list
from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped, text_lines
from evalstore.statistics import trend_detection, trends
from evalstore.statistics.trend_detection import Detected
from evalstore.statistics.trends import By, TrendHistory, TrendPoint, TrendSeries
from evalstore.store.query.reader import Reader
from evalstore.store.query.result import Result, of_rows

# Orders of the points, by their name in ``evalstore trends --by``.
ORDERS: dict[str, By] = {"run": "commit", "week": "week", "session": "session"}
SERIES = {
    "system_id": "VARCHAR", "validator_id": "VARCHAR", "slice_name": "VARCHAR",
    "slice_value": "VARCHAR", "variant": "VARCHAR", "judge": "VARCHAR",
}  # fmt: skip
# Columns of the points, with DuckDB's types; times are UTC.
POINTS = SERIES | {
    "run_id": "VARCHAR", "session_id": "VARCHAR", "session_number": "BIGINT", "week": "VARCHAR",
    "run_count": "BIGINT", "git_sha": "VARCHAR", "git_branch": "VARCHAR",
    "committed_at": "TIMESTAMP", "started_at": "TIMESTAMP", "value": "DOUBLE",
    "ci_low": "DOUBLE", "ci_high": "DOUBLE", "scored_count": "BIGINT", "missing_count": "BIGINT",
    "error_count": "BIGINT",
}  # fmt: skip
CHANGES = SERIES | {
    "detector": "VARCHAR", "direction": "VARCHAR", "at_run_id": "VARCHAR",
    "at_session_id": "VARCHAR", "noticed_in_run_id": "VARCHAR",
    "noticed_in_session_id": "VARCHAR", "mean_before": "DOUBLE", "mean_after": "DOUBLE",
    "statistic": "DOUBLE", "statistic_limit": "DOUBLE", "sentence": "VARCHAR",
}  # fmt: skip
SHOWN = ("system_id", "slice_value", "run_id", "session_id", "week", "scored_count", "value")


class MetricTrend:
    """
    A metric as a series of points, oldest first, and the changes of its level.

    ``points`` has a row for each system, slice, variant and run, week or session; ``changes`` has
    one for each change that a detector found, with a sentence; ``notes`` lists series that are not
    watched or have no value. Nothing is recorded, unlike by ``evalstore trends``.
    """

    def __init__(self, reader: Reader, history: TrendHistory, reference_count: int) -> None:
        all_series = trends.series_of(reader, history)
        detected = [
            item
            for series in all_series
            for item in trend_detection.detect(series, reference_count)
        ]
        lines = [line for series in all_series for line in _points(series)]
        changes = [line for item in detected for line in _changes(history, item)]
        self.points: Result = of_rows(POINTS, lines)
        self.changes: Result = of_rows(CHANGES, changes)
        self.notes: tuple[str, ...] = (
            *_left_out(trends.left_out_count(reader, history), history),
            *(note for series in all_series for note in _unscored(series)),
            *dict.fromkeys(note for item in detected for note in _unwatched(item)),
        )

    def _sentences(self) -> list[str]:
        sentences = [str(row["sentence"]) for row in self.changes.to_dicts()]
        return [
            *(sentences or ["no change of level found"]),
            *(f"note: {note}" for note in self.notes),
        ]

    def __repr__(self) -> str:
        """Return the newest points as a table, the sentences of the changes, and the notes."""
        rows = [[row[name] for name in SHOWN] for row in self.points.to_dicts()[-10:]]
        return "\n".join([*text_lines(SHOWN, rows), *map(escaped, self._sentences())])

    def _repr_html_(self) -> str:
        """Return the points and the sentences as HTML, escaped, for a notebook."""
        rows = [[row[name] for name in SHOWN] for row in self.points.to_dicts()]
        shown = of_rows({name: POINTS[name] for name in SHOWN}, rows)
        return shown._repr_html_() + html_list(self._sentences())


def _about(series: TrendSeries) -> tuple[str, ...]:
    return tuple(getattr(series, name) for name in SERIES)


def _points(series: TrendSeries) -> Iterator[tuple[object, ...]]:
    names = [name for name in POINTS if name not in SERIES]
    for point in series.points:
        yield *_about(series), *(getattr(point, name) for name in names)


def _changes(history: TrendHistory, item: Detected) -> Iterator[tuple[object, ...]]:
    points: tuple[TrendPoint, ...] = item.series.points
    for change in item.detection.changes:
        began, noticed = points[change.began_place], points[change.detected_place]
        yield (
            *_about(item.series), item.detector, change.direction, began.run_id, began.session_id,
            noticed.run_id, noticed.session_id, change.mean_before, change.mean_after,
            change.statistic, item.limit,
            trend_detection.sentence(history, item, change, "{:.4g}".format),
        )  # fmt: skip


def _left_out(count: int, history: TrendHistory) -> Iterator[str]:
    if count and history.by != "session":
        yield (
            f"{counted(count, 'run')} left out, not whole: not completed, redacted, or with fewer "
            "cases than declared"
        )


def _unscored(series: TrendSeries) -> Iterator[str]:
    if series.unscored_sessions:
        count = counted(len(series.unscored_sessions), "session")
        names = ", ".join(series.unscored_sessions[:5])
        yield f"{count} of {series.system_id} without a value, such as {names}"


def _unwatched(item: Detected) -> Iterator[str]:
    series, detection = item.series, item.detection
    if detection.reason:
        yield (
            f"{item.detector} is not watching {series.system_id}, {series.slice_text}: "
            f"{detection.reason}"
        )
    if detection.unknown_count:
        yield f"{item.detector} skipped {counted(detection.unknown_count, 'undefined value')}"
