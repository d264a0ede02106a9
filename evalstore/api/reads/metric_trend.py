"""A metric over runs, weeks or sessions, with its changes of level, as tables."""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from evalstore.base.html_table import html_list
from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped, text_lines
from evalstore.statistics import trend_detection, trends
from evalstore.statistics.trend_detection import Detected
from evalstore.statistics.trend_steps import Steps, TrendStep
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
# How the sentences of changes show numbers.
WORDED = "{:.4g}".format
SHOWN = ("system_id", "slice_value", "run_id", "session_id", "week", "scored_count", "value")


@dataclass(frozen=True, slots=True)
class PointSteps:
    """A point with its changes from the one before, and from the last one of a known week."""

    point: TrendPoint
    step: TrendStep
    since_present: TrendStep | None


class MetricTrend:
    """
    A metric as a series of points, oldest first, and the changes of its level.

    ``points`` has a row for each system, slice, variant and run, week or session; ``changes`` has
    one for each change that a detector found, with a sentence; ``notes`` lists series that are not
    watched or have no value. ``series`` and ``detected`` are the same as objects; ``steps`` has
    for each series the newest points with their changes from earlier points. ``recorded`` has the
    counts of recorded events, None if nothing was recorded.
    """

    def __init__(
        self, reader: Reader, history: TrendHistory, reference_count: int | None, step_count: int
    ) -> None:
        self.history = history
        self.series: list[TrendSeries] = trends.series_of(reader, history)
        steps = Steps(reader, history)
        self.steps: list[list[PointSteps]] = [
            [
                PointSteps(
                    series.points[place],
                    steps.of(series, place),
                    steps.since_present(series, place),
                )
                for place in range(max(0, len(series.points) - step_count), len(series.points))
            ]
            for series in self.series
        ]
        self.branches: list[str] = trends.branches(self.series)
        self.left_out_count: int = trends.left_out_count(reader, history)
        self.detected: list[Detected] = [
            item
            for series in self.series
            if reference_count is not None
            for item in trend_detection.detect(series, reference_count)
        ]
        self.recorded: dict[str, int] | None = None
        self.notes: tuple[str, ...] = (
            *_left_out(self.left_out_count, history),
            *(note for series in self.series for note in _unscored(series)),
            *dict.fromkeys(note for item in self.detected for note in _unwatched(item)),
        )

    @cached_property
    def points(self) -> Result:
        """A row for each system, slice, variant and run, week or session."""
        return of_rows(POINTS, [line for series in self.series for line in _points(series)])

    @cached_property
    def changes(self) -> Result:
        """A row for each change and detector."""
        return of_rows(
            CHANGES, [line for item in self.detected for line in _changes(self.history, item)]
        )

    def to_dict(self) -> dict[str, object]:
        """Return the series with the changes of ``steps``, as ``trends --json`` prints them."""
        return {
            "metric": self.history.metric.name,
            "unit": self.history.metric.unit,
            "by": self.history.by,
            "suite": self.history.suite,
            "branches": self.branches,
            "left_out_count": self.left_out_count,
            "series": [
                _series_record(series, rows)
                | {
                    "detections": [
                        _detection(self.history, item)
                        for item in self.detected
                        if item.series is series
                    ]
                }
                for series, rows in zip(self.series, self.steps, strict=True)
            ],
            "recorded": self.recorded,
        }

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
            trend_detection.sentence(history, item, change, WORDED),
        )  # fmt: skip


def _series_record(series: TrendSeries, rows: list[PointSteps]) -> dict[str, object]:
    return {
        "system_id": series.system_id,
        "validator_id": series.validator_id,
        "slice_name": series.slice_name,
        "slice_value": series.slice_value,
        "variant": series.variant,
        "judge": series.judge or None,
        "judge_break": series.judge_break or None,
        "point_count": len(series.points),
        "unscored_sessions": list(series.unscored_sessions),
        "points": [
            dataclasses.asdict(row.point)
            | {
                "change": dataclasses.asdict(row.step),
                "change_since_present": row.since_present
                and dataclasses.asdict(row.since_present),
            }
            for row in rows
        ],
    }


def _detection(history: TrendHistory, item: Detected) -> dict[str, object]:
    points = item.series.points
    return {
        "detector": trend_detection.detector_name(item.detector, history, item.series),
        "limit": item.limit,
        "parameters": item.parameters,
        "known_count": item.detection.known_count,
        "unknown_count": item.detection.unknown_count,
        "reason": item.detection.reason,
        "changes": [
            {
                "direction": change.direction,
                "at_run": points[change.began_place].run_id,
                "at_session": points[change.began_place].session_id,
                "git_sha": points[change.began_place].git_sha,
                "noticed_in_run": points[change.detected_place].run_id,
                "noticed_in_session": points[change.detected_place].session_id,
                "ended_at_run": None
                if change.ended_place is None
                else points[change.ended_place].run_id,
                "growing_since_run": points[change.growing_place].run_id,
                "statistic": change.statistic,
                "mean_before": change.mean_before,
                "mean_after": change.mean_after,
                "sentence": trend_detection.sentence(history, item, change, WORDED),
            }
            for change in item.detection.changes
        ],
    }


def _left_out(count: int, history: TrendHistory) -> Iterator[str]:
    if count and history.by != "session":
        yield (
            f"{counted(count, 'run')} left out as incomplete: not completed, redacted, or with "
            "fewer cases than declared"
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
            f"{item.detector} cannot check {series.system_id}, {series.slice_text}: "
            f"{detection.reason}"
        )
    if detection.unknown_count:
        yield f"{item.detector} skipped {counted(detection.unknown_count, 'undefined value')}"
