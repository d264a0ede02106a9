"""Output of ``evalstore trends``."""

import click

from evalstore.api.reads.metric_trend import WORDED, MetricTrend, PointSteps
from evalstore.base.phrases import counted, short_commit
from evalstore.base.text_table import escaped
from evalstore.cli._printing import print_sentence, print_table
from evalstore.statistics import trend_detection
from evalstore.statistics.trend_detection import Detected
from evalstore.statistics.trends import TrendHistory, TrendPoint, TrendSeries

COLUMNS = (
    "run", "count", "value", "ci_low", "ci_high", "change", "change_low", "change_high", "pairs",
    "note",
)  # fmt: skip
COLUMNS_OF_SESSIONS = ("number", "session", "run", "count", "value", "ci_low", "ci_high")
NAMED_MAX = 5


def print_trend(trend: MetricTrend) -> None:
    """Print each series as a table, followed by its detected changes."""
    history = trend.history
    unit = f" ({history.metric.unit})" if history.metric.unit else ""
    branches = ", ".join(trend.branches) or "branch unknown"
    print_sentence(
        escaped(
            f"{history.metric.name}{unit} by {history.by}, suite {history.suite or 'unknown'}, "
            f"{branches}; intervals of 95 %"
        )
    )
    if history.by == "week":
        print_sentence("the value of each ISO week is that of its last complete run")
    if trend.left_out_count and history.by != "session":
        print_sentence(
            f"{counted(trend.left_out_count, 'run')} left out as incomplete: not completed, "
            "redacted, or with fewer cases than declared"
        )
    for series, rows in zip(trend.series, trend.steps, strict=True):
        click.echo()
        print_sentence(escaped(_title(series, len(rows), history)))
        if history.by == "session":
            print_table(COLUMNS_OF_SESSIONS, [_cells_of_session(row.point) for row in rows])
        else:
            print_table((history.by, *COLUMNS), [_cells(row, history) for row in rows])
        if series.unscored_sessions:
            print_sentence(escaped(_unscored(series, history)))
        detected = [item for item in trend.detected if item.series is series]
        for item in detected:
            _print_detected(history, item)
        for reason in dict.fromkeys(item.detection.reason for item in detected):
            if reason:
                names = [item.detector for item in detected if item.detection.reason == reason]
                were = "was" if len(names) == 1 else "were"
                print_sentence(f"{' and '.join(names)} {were} not applied: {reason}")


def _print_detected(history: TrendHistory, item: Detected) -> None:
    detection = item.detection
    for change in detection.changes:
        print_sentence(escaped(trend_detection.sentence(history, item, change, WORDED)))
    if not detection.changes and detection.reason is None:
        print_sentence(
            f"{item.detector}: no change of level in {counted(detection.known_count, 'value')}"
        )
    if detection.unknown_count:
        total = detection.known_count + detection.unknown_count
        print_sentence(
            f"{item.detector} skipped {detection.unknown_count} of {counted(total, 'value')} "
            "because they are undefined"
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


def _cells(row: PointSteps, history: TrendHistory) -> tuple[object, ...]:
    point, step = row.point, row.step
    sha = short_commit(point.git_sha) if point.git_sha else None
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
        f"{counted(len(names), 'session')} {verb} no value of {history.metric.name}, so no "
        f"number: {', '.join(names[:NAMED_MAX])}{more}"
    )


def _note(row: PointSteps) -> str:
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
