"""The page of one suite: its newest decision, its trends, and differences between weeks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from evalstore.metrics.catalog import catalog
from evalstore.reviews.charts.drawing.numbers import interval, number
from evalstore.reviews.gathering import review_of
from evalstore.reviews.report.trend_lines import TrendLine, suite_lines
from evalstore.reviews.report.trend_timelines import LevelChange
from evalstore.reviews.review import Review
from evalstore.reviews.site.names import safe_name
from evalstore.reviews.site.runs import SiteRun
from evalstore.statistics.trend_steps import Steps, TrendStep
from evalstore.statistics.trends import TrendHistory, TrendPoint, TrendSeries
from evalstore.store.query.queries import Slice
from evalstore.store.query.reader import Reader

DIGITS: Final = 3
# The order of a dashboard; other families follow by name.
FAMILIES: Final = ("accuracy", "calibration", "phenomenology", "abstention", "drift")
# A suite with many systems and slices has hundreds of lines.
LINE_LIMIT: Final = 120
STEP_LIMIT: Final = 40
CASE_LIMIT: Final = 1


@dataclass(frozen=True, slots=True)
class WeekStep:
    """The step of a line from the week before to its newest week, paired if possible."""

    line: TrendLine
    before: TrendPoint
    after: TrendPoint
    step: TrendStep

    @property
    def difference_text(self) -> str:
        """Return the difference as text with its sign."""
        return number(self.step.difference, DIGITS, is_signed=True)

    @property
    def interval_text(self) -> str:
        """Return the interval of the difference as text."""
        return interval(self.step.ci_low, self.step.ci_high, DIGITS)

    @property
    def is_sure(self) -> bool:
        """Return True if the interval excludes 0."""
        low, high = self.step.ci_low, self.step.ci_high
        return low is not None and high is not None and (low > 0 or high < 0)

    @property
    def note(self) -> str:
        """Return the reason for a missing difference or interval, and the caveats."""
        return "; ".join(filter(None, (self.step.reason, *self.step.caveats)))

    @property
    def values(self) -> tuple[str, str]:
        """Return the two values as text."""
        return number(self.before.value, DIGITS), number(self.after.value, DIGITS)


@dataclass(frozen=True, slots=True)
class MarkedChange:
    """A change of level of a line, with the first run of the new level."""

    line: TrendLine
    change: LevelChange
    began: TrendPoint

    @property
    def levels(self) -> str:
        """Return the two levels as text."""
        before, after = self.change.mean_before, self.change.mean_after
        return f"{number(before, DIGITS)} to {number(after, DIGITS)}"


@dataclass(frozen=True, slots=True)
class SuitePage:
    """Everything on the page of a suite; ``review`` is of ``decided``, its newest decided run."""

    name: str
    runs: tuple[SiteRun, ...]
    decided: SiteRun | None
    review: Review | None
    groups: dict[str, tuple[TrendLine, ...]]
    left_out_line_count: int
    changes: tuple[MarkedChange, ...]
    week_steps: tuple[WeekStep, ...]

    @property
    def newest(self) -> SiteRun:
        """Return the newest run."""
        return self.runs[0]


def suite_file(name: str) -> str:
    """Return the file name of a suite's page, relative to the site."""
    return f"suites/{safe_name(name)}.html"


def badge_file(name: str, ending: str) -> str:
    """Return the file name of a suite's badge, relative to the site."""
    return f"badges/{safe_name(name)}.{ending}"


def decided_run(runs: Iterable[SiteRun]) -> SiteRun | None:
    """Return the first of the runs, newest first, that gates of this store decided on."""
    return next((run for run in runs if run.answer), None)


def lines_of_suite(
    reader: Reader, runs: Sequence[SiteRun], branch: str | None
) -> tuple[TrendLine, ...]:
    """
    Return the trend lines of a suite, up to its newest commit.

    They are those of the metrics in the newest decided run's gates and of the headline metrics.
    """
    whole = [run for run in runs if run.has_all_cases]
    if not whole:
        return ()
    newest = max(whole, key=lambda run: run.run_number)
    decided = decided_run(runs)
    return suite_lines(reader, newest.run_id, decided.run_id if decided else newest.run_id, branch)


def suite_page(reader: Reader, runs: Sequence[SiteRun], branch: str | None) -> SuitePage:
    """Gather the page of a suite from its runs, newest first."""
    decided = decided_run(runs)
    lines = lines_of_suite(reader, runs, branch)
    shown = lines[:LINE_LIMIT]
    return SuitePage(
        name=runs[0].suite_name,
        runs=tuple(runs),
        decided=decided,
        review=review_of(reader, decided.run_id, case_limit=CASE_LIMIT) if decided else None,
        groups=grouped(shown),
        left_out_line_count=len(lines) - len(shown),
        changes=tuple(changes_of(shown)),
        week_steps=week_steps(reader, runs[0].suite, branch, shown[:STEP_LIMIT]),
    )


def grouped(lines: Iterable[TrendLine]) -> dict[str, tuple[TrendLine, ...]]:
    """Return lines by the family of their metric, in the order of a dashboard."""
    lines_by_family: dict[str, list[TrendLine]] = {}
    for line in lines:
        lines_by_family.setdefault(catalog()[line.key.metric].family, []).append(line)
    others = sorted(family for family in lines_by_family if family not in FAMILIES)
    return {
        family.capitalize(): tuple(sorted(lines_by_family[family], key=_place))
        for family in (*FAMILIES, *others)
        if family in lines_by_family
    }


def _place(line: TrendLine) -> tuple[object, ...]:
    key = line.key
    return (
        list(catalog()).index(key.metric), key.slice_name != "all", key.slice_name,
        key.slice_value, key.system_id, key.variant,
    )  # fmt: skip


def changes_of(lines: Iterable[TrendLine]) -> list[MarkedChange]:
    """Return every change of level by commit, newest first."""
    changes = [
        MarkedChange(line, change, line.commits.points[change.began_place])
        for line in lines
        for change in line.commits.changes
    ]
    return sorted(changes, key=_moment_of, reverse=True)


def _moment_of(marked: MarkedChange) -> str:
    moment = marked.began.committed_at or marked.began.started_at
    return moment.isoformat() if moment else ""


def week_steps(
    reader: Reader, suite: str | None, branch: str | None, lines: Iterable[TrendLine]
) -> tuple[WeekStep, ...]:
    """Return the step of each line between its last two weeks."""
    steps: dict[tuple[str, str], Steps] = {}
    result = []
    for line in lines:
        if len(line.weeks.points) < 2:  # noqa: PLR2004 - a step has two ends
            continue
        key = line.key
        history = TrendHistory(
            catalog()[key.metric], suite, "week", branch, part=Slice(key.slice_name)
        )
        finder = steps.setdefault((key.metric, key.slice_name), Steps(reader, history))
        series = TrendSeries(
            key.system_id, key.validator_id, key.slice_name, key.slice_value, key.variant,
            line.weeks.points,
        )  # fmt: skip
        before, after = line.weeks.points[-2:]
        result.append(WeekStep(line, before, after, finder.between(series, before, after)))
    return tuple(result)
