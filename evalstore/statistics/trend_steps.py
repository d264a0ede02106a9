"""Steps from one point of a history to the next: paired differences with intervals."""

from dataclasses import dataclass, field
from datetime import timedelta

from evalstore.base import sql_files
from evalstore.statistics.comparability import obstacles
from evalstore.statistics.paired import Paired, Side, offered, paired
from evalstore.statistics.trends import TrendHistory, TrendPoint, TrendSeries
from evalstore.statistics.verdict_identity import VerdictIdentities
from evalstore.store.query import queries
from evalstore.store.query.reader import Reader

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class TrendStep:
    """
    The change from an earlier point to a later one, in the metric's unit.

    It covers the ``paired_count`` cases that both runs have, matched by case id. So between runs
    with different questions it covers those they share, such as canaries. For a metric without a
    value per case, the values are subtracted, without an interval, if both runs have exactly the
    same cases. ``difference`` is None if neither is possible; ``reason`` explains a missing
    difference or interval. ``caveats`` list other differences between the runs.
    """

    from_run_id: str | None
    from_week: str | None
    difference: float | None = None
    ci_low: float | None = None
    ci_high: float | None = None
    paired_count: int | None = None
    reason: str | None = None
    caveats: tuple[str, ...] = ()


@dataclass(slots=True)
class Steps:
    """Computes steps; what two runs share is looked up once for each pair of runs."""

    reader: Reader
    history: TrendHistory
    _pairs: dict[tuple[str, ...], list[Paired]] = field(default_factory=dict)
    _shared: dict[tuple[str, str], str | None] = field(default_factory=dict)
    _obstacles: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    _identities: VerdictIdentities = field(init=False)

    def __post_init__(self) -> None:
        self._identities = VerdictIdentities(self.reader)

    def of(self, series: TrendSeries, place: int) -> TrendStep:
        """
        Return the step to a point: from the previous run, or from the previous calendar week.

        If that week has no run, the step has no difference and ``reason`` names the week. Steps
        between sessions have no difference either, because each asks different questions.
        """
        if self.history.by == "session":
            return TrendStep(None, None, reason="each session asks questions of its own")
        if place == 0:
            return TrendStep(None, None, reason=series.judge_break or "the first of the series")
        before, after = series.points[place - 1], series.points[place]
        if self.history.by == "week" and is_gap(before, after):
            return TrendStep(None, None, reason=f"no run in {week_before(after)}")
        return self.between(series, before, after)

    def since_present(self, series: TrendSeries, place: int) -> TrendStep | None:
        """Return the step from the last week with a run if the previous week has none."""
        if place == 0 or self.history.by != "week":
            return None
        before, after = series.points[place - 1], series.points[place]
        return self.between(series, before, after) if is_gap(before, after) else None

    def between(self, series: TrendSeries, before: TrendPoint, after: TrendPoint) -> TrendStep:
        """Return the step between two points of a series."""
        origin = before.run_id, before.week
        caveats = self._caveats_of(before, after, series)
        if None in (before.value, after.value):
            return TrendStep(*origin, reason="a value is undefined", caveats=caveats)
        if self.history.metric.name in offered():
            pairs = self._paired(series, before, after)
            if pairs is None or pairs.paired_count == 0:
                return TrendStep(
                    *origin, paired_count=0, reason="no case in common", caveats=caveats
                )
            low, high = pairs.interval or (None, None)
            reason = None if pairs.interval else pairs.reason
            return TrendStep(
                *origin, pairs.difference, low, high, pairs.paired_count, reason, caveats
            )
        obstacle = self._obstacle(before.run_id, after.run_id)
        if obstacle or before.value is None or after.value is None:
            return TrendStep(*origin, reason=obstacle, caveats=caveats)
        return TrendStep(
            *origin,
            difference=after.value - before.value,
            reason="the same cases, but no value for a single case, so no interval",
            caveats=caveats,
        )

    def _paired(self, series: TrendSeries, before: TrendPoint, after: TrendPoint) -> Paired | None:
        key = before.run_id, after.run_id, series.system_id, series.validator_id
        if key not in self._pairs:
            self._pairs[key] = paired(
                self.reader,
                self.history.metric.name,
                Side(before.run_id, series.system_id),
                Side(after.run_id, series.system_id),
                validator_id=series.validator_id or None,
                part=queries.Slice(series.slice_name, self.history.part.value),
            )
        about = series.variant, series.slice_value
        rows = [row for row in self._pairs[key] if (row.variant, row.slice_value) == about]
        return rows[0] if rows else None

    def _obstacle(self, left_run_id: str, right_run_id: str) -> str | None:
        key = left_run_id, right_run_id
        if key not in self._shared:
            [row] = self.reader.rows(
                sql_files.read("sql/trends/shared_cases"),
                left_run_id=left_run_id,
                right_run_id=right_run_id,
            )
            left, right, shared = (
                int(str(row[name])) for name in ("left_count", "right_count", "shared_count")
            )
            self._shared[key] = (
                None
                if left == right == shared > 0
                else f"{self.history.metric.name} has no value for a single case, and of "
                f"{left} and {right} cases {shared} are the same"
            )
        return self._shared[key]

    def _caveats_of(
        self, before: TrendPoint, after: TrendPoint, series: TrendSeries
    ) -> tuple[str, ...]:
        key = before.run_id, after.run_id
        if key not in self._obstacles:
            self._obstacles[key] = obstacles(self.reader, *key)
        sides = [Side(run_id, series.system_id) for run_id in key]
        judges = self._identities.agreement(self.history.metric, sides, series.validator_id)
        remark = judges.remark if judges.has_digests else ""
        return (*self._obstacles[key], *([remark] if remark else []))


def is_gap(before: TrendPoint, after: TrendPoint) -> bool:
    """Return True if a week without a run lies between two points."""
    if before.week_started_on is None or after.week_started_on is None:
        return False
    return after.week_started_on - before.week_started_on > WEEK


def week_before(point: TrendPoint) -> str:
    """Return the ISO week before the week of a point, such as ``2024-W52``."""
    if point.week_started_on is None:
        return "the week before"
    year, week, _ = (point.week_started_on - WEEK).isocalendar()
    return f"{year}-W{week:02}"
