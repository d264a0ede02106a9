"""Values that a report shows; both templates read these and nothing else."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Final, TypedDict

from markupsafe import Markup

from evalstore.charts.drawing.numbers import UNKNOWN, counted, interval, number, scale_of
from evalstore.charts.drawing.text import one_line
from evalstore.reports.counted import CountedRows
from evalstore.reports.failing_case import SystemFailures
from evalstore.reports.figures import ReportedFigures

PART_LENGTH: Final = 48
DIGITS: Final = 3
BAR_WIDTH: Final = 100.0
# decision -> its icon and its word; the order is that of the exit codes.
DECISIONS: Final = {
    "fail": ("✘", "fail"),
    "broken": ("⚠", "broken"),
    "undecided": ("?", "undecided"),
    "pass": ("✔", "pass"),
}


class StoreInfo(TypedDict):
    """Which store, at which size, under which views; None where it is not known."""

    name: str
    tree_size: int | None
    root: str | None
    views_sha256: str | None


@dataclass(frozen=True)
class Bar:
    """An interval as a drawing: places from 0 to 100 on the metric's scale."""

    low: float | None
    high: float | None
    value: float


@dataclass(frozen=True)
class MetricRow:
    """One value with its interval and its counts."""

    anchor: str
    metric: str
    system_id: str
    slice_name: str
    slice_value: str
    validator_id: str
    is_primary_validator: bool
    variant: str
    value: float | None
    low: float | None
    high: float | None
    scored_count: int
    missing_count: int
    error_count: int
    unscored_count: int
    unit: str
    better: str
    failures_anchor: str | None = None
    counted_anchor: str | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        return self.metric, self.validator_id, self.variant

    @property
    def counted_key(self) -> tuple[str, str, str, str]:
        return self.metric, self.system_id, self.validator_id, self.variant

    @property
    def value_text(self) -> str:
        return number(self.value, DIGITS)

    @property
    def interval_text(self) -> str:
        return interval(self.low, self.high, DIGITS)

    @property
    def why_unknown(self) -> str:
        """Say why there is no value, nothing where there is one."""
        if self.value is not None:
            return ""
        if self.scored_count > 0:
            return "not defined for these answers"
        counts = (
            (self.missing_count, "missing"),
            (self.error_count, "in error"),
            (self.unscored_count, "unscored"),
        )
        parts = [f"{count:,} {word}" for count, word in counts if count]
        return f"nothing scored: {', '.join(parts)}" if parts else "nothing scored"

    @property
    def bar(self) -> Bar | None:
        """Place the interval on the scale, None where there is no value."""
        if self.value is None:
            return None
        known = [bound for bound in (self.value, self.low, self.high) if bound is not None]
        left, right = scale_of(known)

        def place(bound: float | None) -> float | None:
            if bound is None:
                return None
            return round(BAR_WIDTH * (bound - left) / ((right - left) or 1.0), 2)

        return Bar(place(self.low), place(self.high), place(self.value) or 0.0)


@dataclass(frozen=True)
class GateRow:
    """What one gate decided, and on which number."""

    gate_id: str
    metric: str
    system_id: str
    slice_text: str
    decision: str
    reason: str
    is_informational: bool
    # Appended by others: shown, and nothing rests on it.
    is_foreign: bool
    value: float | None
    low: float | None
    high: float | None
    threshold: str
    baseline_run_id: str
    tree_size: int | None
    metric_anchor: str | None
    value_now: float | None

    @property
    def icon(self) -> str:
        return DECISIONS.get(self.decision, DECISIONS["undecided"])[0]

    @property
    def word(self) -> str:
        return DECISIONS.get(self.decision, ("?", self.decision))[1]

    @property
    def kind(self) -> str:
        """Name the decision for the style sheet; a decision nobody knows decides nothing."""
        return self.decision if self.decision in DECISIONS else "undecided"

    @property
    def value_text(self) -> str:
        return number(self.value, DIGITS)

    @property
    def interval_text(self) -> str:
        return interval(self.low, self.high, DIGITS)

    @property
    def now_note(self) -> str:
        """Say that the number has moved since, nothing where it has not."""
        now = number(self.value_now, DIGITS)
        if self.metric_anchor is None or now == self.value_text:
            return ""
        return f"now {now}"


@dataclass(frozen=True)
class Banner:
    """What the gates of one run come to, as `evalstore gate` would exit."""

    kind: str
    icon: str
    text: str


@dataclass(frozen=True)
class RunSummary:
    """One line of the table of runs."""

    anchor: str
    run_id: str
    suite: str
    suite_version: str
    seed: str
    git_sha: str
    git_branch: str
    committed_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    run_status: str
    case_count: int
    system_count: int
    response_count: int


@dataclass(frozen=True)
class RunJudge:
    """Who judged cases of a run, with the first digits of the digest; what is unknown is empty."""

    validator_id: str
    version: str
    digest: str
    model: str
    case_count: int

    @property
    def described(self) -> str:
        """
        Say by which version, model and digest how many cases were judged.

        >>> RunJudge("factual", "1.5", "0f3c5a7be912", "", 142).described
        '1.5, digest 0f3c5a7be912: 142 cases'
        """
        digest = f"digest {self.digest}" if self.digest else "no digest"
        parts = (one_line(self.version, PART_LENGTH), one_line(self.model, PART_LENGTH), digest)
        return f"{', '.join(filter(None, parts))}: {counted(self.case_count, 'case')}"


@dataclass(frozen=True)
class RunReport:
    """Everything shown of one run."""

    summary: RunSummary
    banner: Banner
    gates: tuple[GateRow, ...]
    gate_note: str
    metrics: tuple[MetricRow, ...]
    slices: tuple[MetricRow, ...]
    failures: tuple[SystemFailures, ...]
    figures: ReportedFigures = field(default_factory=ReportedFigures)
    judges: tuple[RunJudge, ...] = ()
    counted: tuple[CountedRows, ...] = ()
    charts: tuple[str, ...] = ()
    sections: tuple[Markup, ...] = ()
    # What `run_cases.html.j2` and `trend_lines.html.j2` show of the run.
    cases: object = None
    trends: tuple[object, ...] = ()

    @property
    def shown(self) -> list[MetricRow]:
        """List what was measured by the primary validator, or by none; all where there is none."""
        rows = [row for row in self.metrics if self._is_measured(row)]
        has_primary = any(row.is_primary_validator and row.validator_id for row in self.metrics)
        return [row for row in rows if row.is_primary_validator or not has_primary]

    @property
    def others(self) -> dict[str, list[MetricRow]]:
        """List what other validators measured, by their names."""
        rows: dict[str, list[MetricRow]] = {}
        primary = {row.anchor for row in self.shown}
        for row in self.metrics:
            if self._is_measured(row) and row.anchor not in primary:
                rows.setdefault(row.validator_id, []).append(row)
        return rows

    @property
    def unmeasured(self) -> list[MetricRow]:
        """List the rows of metrics that found a value for no system."""
        return [row for row in self.metrics if not self._is_measured(row)]

    @cached_property
    def _measured(self) -> set[tuple[str, str, str]]:
        return {row.key for row in self.metrics if row.value is not None}

    def _is_measured(self, row: MetricRow) -> bool:
        return not self._measured or row.key in self._measured


@dataclass(frozen=True)
class Report:
    """The whole page."""

    store: StoreInfo
    generated_at: datetime
    summaries: tuple[RunSummary, ...]
    run_count: int
    runs: tuple[RunReport, ...]
    # What `comparison.html.j2` shows, where two runs are compared.
    comparison: object = None


def stamp(moment: datetime | None) -> str:
    """
    Return a moment as a reader wants it.

    >>> stamp(datetime(2026, 3, 1, 12, 30)), stamp(None)
    ('2026-03-01 12:30 UTC', '—')
    """
    return UNKNOWN if moment is None else f"{moment:%Y-%m-%d %H:%M} UTC"
