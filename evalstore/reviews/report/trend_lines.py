"""Trend lines of a run: the values that its gates judge, over commits, weeks and sessions."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from evalstore.gates.decide import PRECEDENCE, place_among_answers
from evalstore.metrics.catalog import catalog
from evalstore.reviews.charts.drawing.numbers import interval, number
from evalstore.reviews.charts.drawing.rows import Row, RowReader, count_of, text_of
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.report.rows import anchor, run_query
from evalstore.reviews.report.trend_band import OPEN, GateBand, band_of
from evalstore.reviews.report.trend_timelines import TrendTimeline, by_week, timeline_of
from evalstore.reviews.review_rows import review_query
from evalstore.statistics import trends
from evalstore.statistics.trend_detection import WATCHED_COUNT_MIN
from evalstore.statistics.trends import By, TrendHistory, TrendPoint, TrendSeries
from evalstore.statistics.verdict_identity import VerdictIdentities
from evalstore.store.query.queries import Slice, select_metrics

# Metric, system, validator and variant of a line over all cases.
SessionKey = tuple[str, str, str, str]

DIGITS: Final = 3
NAME_LENGTH: Final = 40
# Metrics of a suite without gates, if a run has a value of them.
HEADLINES: Final = (
    "accuracy", "mean_value", "ece", "overconfidence_index", "underconfidence_index",
    "respect_index", "integration_index", "orientation_index", "contradiction_index",
    "abstention_precision", "licensed_accuracy", "hit_rate", "false_positive_rate", "missing_rate",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class LineKey:
    """The metric, system, slice, validator and variant of a line."""

    metric: str
    system_id: str
    slice_name: str = "all"
    slice_value: str = "all"
    validator_id: str = ""
    variant: str = ""


@dataclass(frozen=True, slots=True)
class TrendLine:
    """
    One value of a run over the history of its suite, up to that run.

    ``band`` is the range that the gates in ``gate_ids`` allow, ``decision`` their worst decision,
    of blocking gates if there are any, on the run ``decided_run_id``; without gates all are empty.
    ``is_of_run`` is False if the run itself is not whole and so has no point. ``sessions`` is None
    if the run has too few, or the line is of a slice.
    """

    key: LineKey
    run_id: str
    commits: TrendTimeline
    weeks: TrendTimeline
    unit: str
    better: str
    band: GateBand = OPEN
    gate_ids: tuple[str, ...] = ()
    decision: str = ""
    decided_run_id: str = ""
    is_informational: bool = False
    judge_break: str = ""
    sessions: TrendTimeline | None = None

    def timeline(self, by: By) -> TrendTimeline:
        """Return the points by commit, week or session; raises ValueError if there are none."""
        timelines = {"commit": self.commits, "week": self.weeks, "session": self.sessions}
        timeline = timelines[by]
        if timeline is None:
            raise ValueError(f"{self.key.metric} of run {self.run_id} has no trend by {by}")
        return timeline

    @property
    def anchor(self) -> str:
        """Return the id of the line in a page."""
        key = self.key
        return anchor(
            "trend", self.run_id, key.metric, key.system_id, key.slice_name, key.slice_value,
            key.validator_id, key.variant,
        )  # fmt: skip

    @property
    def slice_text(self) -> str:
        """Return the slice as text, empty for all cases."""
        key = self.key
        return "" if key.slice_name == "all" else f"{key.slice_name} = {key.slice_value}"

    @property
    def decision_kind(self) -> str:
        """Return the class of the decision in a style sheet; undecided if it is unknown."""
        return self.decision if self.decision in PRECEDENCE else "undecided"

    @property
    def decision_text(self) -> str:
        """Return the decision in words; its run, if the value is another's; if it informs."""
        run = f" of {one_line(self.decided_run_id, NAME_LENGTH)}" if self.value_note else ""
        return f"{self.decision}{run}{', for information' if self.is_informational else ''}"

    @property
    def value_note(self) -> str:
        """Return which run the newest value is of, empty if it is the one decided on."""
        if not self.decision or self.last.run_id == self.decided_run_id:
            return ""
        return f"value of {one_line(self.last.run_id, NAME_LENGTH)}"

    @property
    def is_of_run(self) -> bool:
        """Return True if the run itself is the last point."""
        return bool(self.commits.points) and self.commits.points[-1].run_id == self.run_id

    @property
    def last(self) -> TrendPoint:
        """Return the newest point."""
        return self.commits.points[-1]

    @property
    def value_text(self) -> str:
        """Return the newest value as text."""
        return number(self.last.value, DIGITS)

    @property
    def interval_text(self) -> str:
        """Return the interval of the newest value as text."""
        return interval(self.last.ci_low, self.last.ci_high, DIGITS)


@dataclass(slots=True)
class _Asked:
    """The bounds and decisions of a run's gates on one line."""

    band: GateBand = OPEN
    gate_ids: list[str] = field(default_factory=list)
    decision: str = ""
    decided_run_id: str = ""
    is_informational: bool = False


def trends_of_run(reader: RowReader, run_id: str) -> tuple[TrendLine, ...]:
    """
    Return the lines of a run for all values that its gates judge, the worst decisions first.

    Without decisions of this store they are those of ``HEADLINES`` that the run has. Each ends
    with the run, or with the last whole run before it, so that later runs do not change its page.
    """
    requests = _asked_by_gates(reader, run_id)
    lines = lines_of(reader, run_id, requests or _headlines(reader, run_id))
    return _with_sessions(reader, run_id, lines)


def _with_sessions(
    reader: RowReader, run_id: str, lines: tuple[TrendLine, ...]
) -> tuple[TrendLine, ...]:
    """Add the sessions of the run to the lines over all cases that end with the run."""
    keys = {
        line: (line.key.metric, line.key.system_id, line.key.validator_id, line.key.variant)
        for line in lines
        if line.is_of_run and line.key.slice_name == "all"
    }
    if not keys:
        return lines
    [run] = [
        row for row in run_query(reader, "runs_until", run_id=run_id) if row["run_id"] == run_id
    ]
    suite = None if run["suite"] is None else text_of(run, "suite")
    timelines = session_timelines(reader, run_id, suite, keys.values())
    return tuple(
        replace(line, sessions=timelines.get(keys[line])) if line in keys else line
        for line in lines
    )


def suite_lines(
    reader: RowReader, run_id: str, decided_run_id: str, branch: str | None = None
) -> tuple[TrendLine, ...]:
    """
    Return the lines of a suite up to ``run_id``, only of a branch if one is given.

    They are the headline metrics, and the values that the gates of ``decided_run_id`` judge.
    """
    requests = _asked_by_gates(reader, decided_run_id)
    return lines_of(reader, run_id, _headlines(reader, run_id) | requests, branch)


def lines_of(
    reader: RowReader, run_id: str, requests: dict[LineKey, _Asked], branch: str | None = None
) -> tuple[TrendLine, ...]:
    """Return the requested lines in order, without those that no whole run has."""
    runs = run_query(reader, "runs_until", run_id=run_id)
    if not runs:
        return ()
    run_ids = {text_of(row, "run_id") for row in runs}
    suite = None if runs[0]["suite"] is None else text_of(runs[0], "suite")
    series_of: dict[LineKey, tuple[TrendHistory, TrendSeries]] = {}
    identities = VerdictIdentities(reader)
    # One query answers for every system, slice value and variant of a metric.
    queries = dict.fromkeys((key.metric, key.slice_name) for key in requests)
    for metric, slice_name in queries:
        history = TrendHistory(catalog()[metric], suite, branch=branch, part=Slice(slice_name))
        series_of |= _series_by_key(reader, history, identities, run_ids, run_id)
    others = {
        (key.metric, key.slice_name, key.validator_id) for key in requests if key not in series_of
    }
    for metric, slice_name, validator_id in sorted(others):
        history = TrendHistory(
            catalog()[metric], suite, branch=branch, validator_id=validator_id,
            part=Slice(slice_name),
        )  # fmt: skip
        series_of |= _series_by_key(reader, history, identities, run_ids, run_id)
    return tuple(
        _line(run_id, key, requests[key], *series_of[key]) for key in requests if key in series_of
    )


def _series_by_key(
    reader: RowReader,
    history: TrendHistory,
    identities: VerdictIdentities,
    run_ids: set[str],
    run_id: str,
) -> dict[LineKey, tuple[TrendHistory, TrendSeries]]:
    """Return each series up to the run; of several judges, the run's, else the last judge's."""
    series_of: dict[LineKey, tuple[TrendHistory, TrendSeries]] = {}
    for series in trends.known_series(reader, history, identities):
        points = tuple(point for point in series.points if point.run_id in run_ids)
        key = LineKey(
            history.metric.name, series.system_id, series.slice_name, series.slice_value,
            series.validator_id, series.variant,
        )  # fmt: skip
        is_of_run = any(point.run_id == run_id for point in points)
        if points and (is_of_run or not _has(series_of.get(key), run_id)):
            series_of[key] = history, replace(series, points=points)
    return series_of


def _has(entry: tuple[TrendHistory, TrendSeries] | None, run_id: str) -> bool:
    return entry is not None and any(point.run_id == run_id for point in entry[1].points)


def _line(
    run_id: str, key: LineKey, request: _Asked, history: TrendHistory, series: TrendSeries
) -> TrendLine:
    return TrendLine(
        key,
        run_id,
        timeline_of(history, series),
        by_week(history, series),
        history.metric.unit,
        history.metric.better,
        request.band,
        tuple(dict.fromkeys(request.gate_ids)),
        request.decision,
        request.decided_run_id,
        request.is_informational,
        series.judge_break,
    )


def _asked_by_gates(reader: RowReader, run_id: str) -> dict[LineKey, _Asked]:
    """Return the bounds and decisions of this store's gates on a run by line, worst first."""
    requests: dict[LineKey, _Asked] = {}
    for row in sorted(review_query(reader, "gates", run_id=run_id), key=_rank):
        key = LineKey(
            text_of(row, "metric"),
            text_of(row, "system_id"),
            text_of(row, "slice_name") or "all",
            text_of(row, "slice_value") or "all",
            text_of(row, "validator_id"),
            text_of(row, "variant"),
        )
        if row["is_foreign"] or key.metric not in catalog():
            continue
        request = requests.setdefault(
            key,
            _Asked(
                decision=text_of(row, "decision"),
                decided_run_id=run_id,
                is_informational=bool(row["is_informational"]),
            ),
        )
        request.band = request.band.narrowed(band_of(text_of(row, "threshold")))
        request.gate_ids.append(text_of(row, "gate_id"))
    return requests


def _rank(row: Row) -> tuple[bool, int]:
    return bool(row["is_informational"]), place_among_answers(text_of(row, "decision"))


def _headlines(reader: RowReader, run_id: str) -> dict[LineKey, _Asked]:
    """Return the lines of headline metrics for which a run has a value."""
    select_metrics(reader, *HEADLINES)
    columns = ("metric", "system_id", "slice_name", "slice_value", "validator_id", "variant")
    rows = run_query(reader, "headlines", run_id=run_id, metrics=[*HEADLINES])
    return {LineKey(*(text_of(row, name) for name in columns)): _Asked() for row in rows}


def session_timelines(
    reader: RowReader, run_id: str, suite: str | None, keys: Iterable[SessionKey]
) -> dict[SessionKey, TrendTimeline]:
    """
    Return the timelines by session for the given keys.

    The result is empty for a run with fewer sessions than the detectors need, which is 20 to learn
    from and one to watch. A line through a few sessions of a few cases each would show noise.
    """
    [row] = run_query(reader, "session_count", run_id=run_id)
    if count_of(row, "session_count") < WATCHED_COUNT_MIN:
        return {}
    timelines: dict[SessionKey, TrendTimeline] = {}
    for metric, validator_id in dict.fromkeys((key[0], key[2]) for key in keys):
        history = TrendHistory(
            catalog()[metric], suite, by="session", validator_id=validator_id or None,
            run_ids=(run_id,),
        )  # fmt: skip
        for series in trends.known_series(reader, history):
            if len(series.points) >= WATCHED_COUNT_MIN:
                key = metric, series.system_id, series.validator_id, series.variant
                timelines[key] = timeline_of(history, series)
    return timelines
