"""Gathering and output of the answer of ``evalstore trends``."""

import dataclasses
from dataclasses import dataclass, field

import click

from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped
from evalstore.cli._printing import print_table
from evalstore.statistics import trend_detection, trends
from evalstore.statistics.trend_detection import Detected
from evalstore.statistics.trend_steps import Steps, TrendStep
from evalstore.statistics.trends import TrendHistory, TrendPoint, TrendSeries
from evalstore.store.query.reader import Reader

NOTHING_NEW = {"new": 0, "revised": 0, "duplicate": 0}
COLUMNS = (
    "run", "count", "value", "ci_low", "ci_high", "change", "change_low", "change_high", "pairs",
    "note",
)  # fmt: skip
COLUMNS_OF_SESSIONS = ("number", "session", "run", "count", "value", "ci_low", "ci_high")
NAMED_MAX = 5


@dataclass(frozen=True, slots=True)
class Row:
    """A point that is printed, with its changes from earlier points."""

    point: TrendPoint
    step: TrendStep
    since_present: TrendStep | None


@dataclass(slots=True)
class Answer:
    """A history: its series, the printed rows of each, and the detected changes."""

    history: TrendHistory
    series: list[TrendSeries]
    rows: list[list[Row]]
    branches: list[str]
    left_out_count: int
    detected: list[Detected] = field(default_factory=list)


def answer(reader: Reader, history: TrendHistory, shown_count: int) -> Answer:
    """Read a history and compute the steps to its newest points."""
    all_series = trends.series_of(reader, history)
    steps = Steps(reader, history)
    rows = [
        [
            Row(series.points[place], steps.of(series, place), steps.since_present(series, place))
            for place in range(max(0, len(series.points) - shown_count), len(series.points))
        ]
        for series in all_series
    ]
    left_out = trends.left_out_count(reader, history)
    return Answer(history, all_series, rows, trends.branches(all_series), left_out)


def detect(answer: Answer, reference_count: int) -> None:
    """Add the changes that the detectors find in each series."""
    for series in answer.series:
        answer.detected += trend_detection.detect(series, reference_count)


def as_dict(answer: Answer) -> dict[str, object]:
    """Return an answer as a JSON object."""
    history = answer.history
    return {
        "metric": history.metric.name,
        "unit": history.metric.unit,
        "by": history.by,
        "suite": history.suite,
        "branches": answer.branches,
        "left_out_count": answer.left_out_count,
        "series": [
            {
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
                "detections": [
                    _detection(history, item) for item in answer.detected if item.series is series
                ],
            }
            for series, rows in zip(answer.series, answer.rows, strict=True)
        ],
    }


def print_answer(answer: Answer) -> None:
    """Print each series as a table, followed by its detected changes."""
    history = answer.history
    unit = f" ({history.metric.unit})" if history.metric.unit else ""
    branches = ", ".join(answer.branches) or "no branch known"
    click.echo(
        escaped(
            f"{history.metric.name}{unit} by {history.by}, suite {history.suite or 'unknown'}, "
            f"{branches}; intervals of 95 %"
        )
    )
    if history.by == "week":
        click.echo("each ISO week has the value of its last whole run")
    if answer.left_out_count and history.by != "session":
        click.echo(
            f"{counted(answer.left_out_count, 'run')} left out, not whole: not completed, "
            "redacted, or with fewer cases than declared"
        )
    for series, rows in zip(answer.series, answer.rows, strict=True):
        click.echo()
        click.echo(escaped(_title(series, len(rows), history)))
        if history.by == "session":
            print_table(COLUMNS_OF_SESSIONS, [_cells_of_session(row.point) for row in rows])
        else:
            print_table((history.by, *COLUMNS), [_cells(row, history) for row in rows])
        if series.unscored_sessions:
            click.echo(escaped(_unscored(series, history)))
        for item in answer.detected:
            if item.series is series:
                _print_detected(history, item)


def _print_detected(history: TrendHistory, item: Detected) -> None:
    detection = item.detection
    for change in detection.changes:
        click.echo(escaped(trend_detection.sentence(history, item, change, _worded)))
    if not detection.changes and detection.reason is None:
        click.echo(
            f"{item.detector}: no change of level in {counted(detection.known_count, 'value')}"
        )
    if detection.reason:
        click.echo(f"{item.detector} is not watching: {detection.reason}")
    if detection.unknown_count:
        total = detection.known_count + detection.unknown_count
        click.echo(
            f"{item.detector} skipped {detection.unknown_count} of {counted(total, 'value')}: "
            "undefined"
        )


def _title(series: TrendSeries, row_count: int, history: TrendHistory) -> str:
    parts = [
        series.system_id,
        series.slice_text,
        f"validator {' '.join(filter(None, (series.validator_id, series.judge)))}"
        if series.validator_id
        else "",
        series.variant,
    ]
    total = len(series.points)
    things = "runs" if history.by == "commit" else f"{history.by}s"
    parts.append(f"the newest {row_count} of {total} {things}" if row_count < total else "")
    return ", ".join(filter(None, parts))


def _cells(row: Row, history: TrendHistory) -> tuple[object, ...]:
    point, step = row.point, row.step
    sha = point.git_sha[: trends.SHORT_SHA_LENGTH] if point.git_sha else None
    return (
        point.week if history.by == "week" else sha,
        point.run_id,
        point.scored_count,
        point.value,
        point.ci_low,
        point.ci_high,
        step.difference,
        step.ci_low,
        step.ci_high,
        step.paired_count,
        _note(row),
    )


def _cells_of_session(point: TrendPoint) -> tuple[object, ...]:
    return (
        point.session_number,
        point.session_id,
        point.run_id,
        point.scored_count,
        point.value,
        point.ci_low,
        point.ci_high,
    )


def _unscored(series: TrendSeries, history: TrendHistory) -> str:
    """Return a sentence about the sessions without a value, the first few by name."""
    names = series.unscored_sessions
    more = f" and {len(names) - NAMED_MAX} more" if len(names) > NAMED_MAX else ""
    verb = "has" if len(names) == 1 else "have"
    return (
        f"{counted(len(names), 'session')} {verb} no value of {history.metric.name} and no "
        f"number: {', '.join(names[:NAMED_MAX])}{more}"
    )


def _note(row: Row) -> str:
    parts = [row.step.reason, *row.step.caveats]
    since = row.since_present
    if since is not None:
        if since.difference is None:
            parts.append(f"since {since.from_week}: {since.reason}")
        else:
            interval = (
                f" [{since.ci_low:.3f}, {since.ci_high:.3f}]"
                if since.ci_low is not None and since.ci_high is not None
                else ""
            )
            pairs = f" on {counted(since.paired_count, 'pair')}" if since.paired_count else ""
            parts.append(f"{since.difference:+.3f}{interval} since {since.from_week}{pairs}")
        parts += since.caveats
    return "; ".join(part for part in parts if part)


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
                "sentence": trend_detection.sentence(history, item, change, _worded),
            }
            for change in item.detection.changes
        ],
    }


def _worded(value: float) -> str:
    return f"{value:.4g}"
