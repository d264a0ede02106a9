"""A metric over the history of a suite: by commit, by week, or from session to session."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Literal

from evalstore.base import sql_files
from evalstore.base.phrases import short_commit, unknown_name
from evalstore.errors import UsageError
from evalstore.metrics.catalog import Metric
from evalstore.statistics.paired import Side
from evalstore.statistics.verdict_identity import JudgedCases, JudgeTraits, VerdictIdentities
from evalstore.store.query import queries
from evalstore.store.query.queries import ALL
from evalstore.store.query.reader import Reader

By = Literal["commit", "week", "session"]
WeekOf = Literal["commit", "start"]
SUITES = """
select distinct coalesce(suite, 'unknown') as name from facts.commits order by name
"""
BRANCHES = """
select distinct git_branch as name from facts.commits where git_branch is not null order by name
"""


@dataclass(frozen=True, slots=True)
class TrendHistory:
    """
    Selection of a history; None matches any value, except that suite None is the unknown suite.

    With ``allow_other_judge``, verdicts of different judges form one series. By session, the
    history covers the runs ``run_ids``, ordered by commit; None selects the newest run with
    sessions.
    """

    metric: Metric
    suite: str | None
    by: By = "commit"
    branch: str | None = None
    system_id: str | None = None
    validator_id: str | None = None
    part: queries.Slice = queries.ALL[0]
    variant: str | None = None
    week_of: WeekOf = "commit"
    allow_other_judge: bool = False
    run_ids: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class TrendPoint:
    """
    The value of one run, of one of its sessions, or of the last of a week's ``run_count`` runs.

    ``session_id`` is None unless by session; ``session_number`` counts scored sessions from 1.

    ``value``, ``ci_low`` and ``ci_high`` (95 %) are in the metric's unit, None if undefined.
    Times are UTC, ``week`` is ISO 8601 and begins on ``week_started_on``; None if unknown.
    """

    run_id: str
    is_primary_validator: bool
    suite_version: str | None
    seed: str | None
    git_sha: str | None
    git_branch: str | None
    committed_at: datetime | None
    started_at: datetime | None
    week: str | None
    week_started_on: date | None
    run_count: int
    scored_count: int | None
    missing_count: int | None
    error_count: int | None
    value: float | None
    ci_low: float | None
    ci_high: float | None
    session_id: str | None = None
    session_number: int | None = None

    def named(self, by: By) -> str:
        """Return the point's name for a sentence: its commit or run, its week, or its session."""
        match by:
            case "week":
                return f"week {self.week}"
            case "session":
                return f"session {self.session_id}"
            case "commit":
                return self.name

    @property
    def name(self) -> str:
        """Return ``commit 1a2b3c4``, or the run if the commit is unknown."""
        return f"commit {short_commit(self.git_sha)}" if self.git_sha else f"run {self.run_id}"


@dataclass(frozen=True, slots=True)
class TrendSeries:
    """
    One system's values of one slice, validator and variant, oldest first.

    If the validator changed, the runs of each judge form a separate series: ``judge`` names it,
    and ``judge_break`` names the run after which the judge changed. ``unscored_sessions`` are
    those in which the metric has no value; they are not among the points.
    """

    system_id: str
    validator_id: str
    slice_name: str
    slice_value: str
    variant: str
    points: tuple[TrendPoint, ...]
    judge: str = ""
    judge_break: str = ""
    unscored_sessions: tuple[str, ...] = ()

    @property
    def slice_text(self) -> str:
        """Return the slice in the form used by events: ``name=value``."""
        return f"{self.slice_name}={self.slice_value}"


def chosen_suite(
    reader: Reader, suite: str | None, branch: str | None, run_ids: Sequence[str] = ()
) -> str | None:
    """
    Return the requested suite, else that of the first run in ``run_ids`` or the newest run.

    Raises UsageError if the suite, branch or run is unknown, or if there is no run at all.
    """
    for named in run_ids:
        queries.run_status(reader, named)
    run_id = run_ids[0] if run_ids else queries.newest_run(reader)
    _require_known(reader, "suite", suite, SUITES)
    _require_known(reader, "branch", branch, BRANCHES)
    if suite is not None:
        return suite
    [row] = reader.rows("select suite from facts.runs where run_id = $run_id", run_id=run_id)
    return None if row["suite"] is None else str(row["suite"])


def series_of(reader: Reader, history: TrendHistory) -> list[TrendSeries]:
    """
    Return every series of a history; incomplete runs are omitted.

    Raises UsageError for a metric that is not one number, and if there is no row at all.
    """
    metric = history.metric
    all_series = known_series(reader, history)
    if not all_series and history.by == "session":
        raise no_sessions(history)
    if not all_series:
        queries.require_name(reader, "system", history.system_id)
        queries.require_name(reader, "validator", history.validator_id)
        queries.require_slice(reader, metric, history.part, None)
        raise UsageError(
            f"no completed run of suite {history.suite or 'unknown'} has such a row of "
            f"{metric.name}; run `evalstore runs` and `evalstore show {metric.name} --slice "
            f"{history.part.name}` to see the rows of each run, and name a validator with "
            "--validator if a run has no primary one"
        )
    return all_series


def known_series(
    reader: queries.Queryable,
    history: TrendHistory,
    identities: VerdictIdentities | None = None,
) -> list[TrendSeries]:
    """
    Return every series of a history; an empty list if no complete run has a row.

    Pass ``identities`` to read the judges once for several histories.
    """
    metric = history.metric
    if not metric.has_value:
        raise UsageError(f"{metric.name} is a table, not one number, so it has no trend")
    if history.by == "session":
        require_all_cases(history)
    queries.select_metrics(reader, metric.name)
    parameters: dict[str, object] = {
        "metric": metric.name,
        "suite": history.suite,
        "branch": history.branch,
        "system_id": history.system_id,
        "validator_id": history.validator_id,
        "variant": history.variant,
    }
    if history.by == "session":
        parameters["run_ids"] = None if history.run_ids is None else [*history.run_ids]
    else:
        parameters |= {"slice_name": history.part.name, "slice_value": history.part.value}
    if history.by == "week":
        parameters["week_of"] = history.week_of
    all_series = grouped(reader.rows(sql_files.read(f"sql/trends/by_{history.by}"), **parameters))
    if history.by == "session":
        all_series = [scored(series) for series in all_series]
    if history.allow_other_judge or not metric.reads_outcomes:
        return all_series
    identities = identities or VerdictIdentities(reader)
    identities.read(point.run_id for series in all_series for point in series.points)
    return [part for series in all_series for part in by_judge(series, identities)]


def grouped(rows: Iterable[dict[str, object]]) -> list[TrendSeries]:
    """Group rows of ``sql/trends`` into series, in the order of their first rows."""
    grain = ("system_id", "validator_id", "slice_name", "slice_value", "variant")
    points_by_series: dict[tuple[str, str, str, str, str], list[TrendPoint]] = {}
    for row in rows:
        system_id, validator_id, slice_name, slice_value, variant = (
            str(row[name]) for name in grain
        )
        about = system_id, validator_id, slice_name, slice_value, variant
        columns = {name: value for name, value in row.items() if name not in grain}
        point = TrendPoint(**columns)  # type: ignore[arg-type]
        points_by_series.setdefault(about, []).append(point)
    return [TrendSeries(*about, tuple(points)) for about, points in points_by_series.items()]


@dataclass(slots=True)
class _PartOfJudge:
    """The points of a series whose runs one judge judged, and the reason for its beginning."""

    traits: JudgeTraits
    judge_break: str
    judged: list[JudgedCases] = field(default_factory=list)
    points: list[TrendPoint] = field(default_factory=list)


def by_judge(series: TrendSeries, identities: VerdictIdentities) -> list[TrendSeries]:
    """
    Split a series by judge; return it unchanged if there is only one judge.

    A run whose verdicts have no digest belongs to the first judge of its version.
    """
    parts: list[_PartOfJudge] = []
    for place, point in enumerate(series.points):
        judged = identities.of(Side(point.run_id, series.system_id), series.validator_id)
        traits = JudgeTraits.of(judged)
        part = next(
            (candidate for candidate in parts if (candidate.traits | traits).are_of_one), None
        )
        if part is None:
            reason = (
                f"another {series.validator_id} judged than up to run "
                f"{series.points[place - 1].run_id}: a break in the series, not in the system"
            )
            part = _PartOfJudge(traits, reason if place else "")
            parts.append(part)
        part.traits |= traits
        part.judged.extend(judged)
        part.points.append(point)
    if len(parts) == 1:
        return [series]
    return [
        replace(
            series,
            points=tuple(part.points),
            judge=" and ".join(dict.fromkeys(cases.judge for cases in part.judged)),
            judge_break=part.judge_break,
        )
        for part in parts
    ]


def last_of_weeks(points: Iterable[TrendPoint]) -> tuple[TrendPoint, ...]:
    """
    Return the last point of each week, so that a history by commit becomes one by week.

    Weeks are those of the commits; points without a time are omitted.
    """
    weeks: dict[date, list[TrendPoint]] = {}
    for point in points:
        if point.week_started_on is not None:
            weeks.setdefault(point.week_started_on, []).append(point)
    return tuple(
        replace(week_points[-1], run_count=len(week_points))
        for _, week_points in sorted(weeks.items())
    )


def left_out_count(reader: Reader, history: TrendHistory) -> int:
    """Count the incomplete runs of the suite and branch."""
    [row] = reader.rows(
        sql_files.read("sql/trends/left_out"), suite=history.suite, branch=history.branch
    )
    return int(str(row["run_count"]))


def branches(all_series: Sequence[TrendSeries]) -> list[str]:
    """Return the branches of the points, sorted."""
    return sorted(
        {point.git_branch for item in all_series for point in item.points if point.git_branch}
    )


def _require_known(reader: Reader, kind: str, name: str | None, statement: str) -> None:
    if name is None:
        return
    names = [str(row["name"]) for row in reader.rows(statement)]
    if name not in names:
        raise unknown_name(kind, name, names)


def scored(series: "TrendSeries") -> "TrendSeries":
    """
    Return a series of the sessions with a value; those without one move to ``unscored_sessions``.

    Raises UsageError if two runs of the series share a session, because its points then have no
    unique order.
    """
    points = tuple(point for point in series.points if point.value is not None)
    known_counts = Counter(point.session_id for point in series.points)
    shared = [session_id for session_id, count in known_counts.items() if count > 1]
    if shared:
        run_ids = dict.fromkeys(
            point.run_id for point in series.points if point.session_id == shared[0]
        )
        raise UsageError(
            f"session {shared[0]} is in the runs {' and '.join(run_ids)}, expected each session "
            "in only one run; name one of the runs"
        )
    unscored = tuple(str(point.session_id) for point in series.points if point.value is None)
    return replace(series, points=points, unscored_sessions=unscored)


def require_all_cases(history: "TrendHistory") -> None:
    """Raise UsageError for a slice: a session is itself a slice, and slices are not crossed."""
    if history.part.name != ALL[0].name:
        raise UsageError(
            f"--slice {history.part.name} cannot be used with --by session, which reads the slice "
            "`session`; use one or the other"
        )


def no_sessions(history: "TrendHistory") -> UsageError:
    """Return the error for a history without a session."""
    runs = " and ".join(history.run_ids or ()) or "its runs"
    return UsageError(
        f"suite {history.suite or 'unknown'} has no completed run with sessions and a row of "
        f"{history.metric.name} among {runs}; run `evalstore show accuracy --slice session` to "
        "see the sessions, which come from the session_id of cases"
    )
