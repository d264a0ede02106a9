"""Values of a report, which are the only input of both templates."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple, TypedDict

from markupsafe import Markup

from evalstore.reviews.charts.drawing.numbers import UNKNOWN, counted
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.report.counted import CountedRows
from evalstore.reviews.report.failing_case import SystemFailures
from evalstore.reviews.report.figures import ReportedFigures
from evalstore.reviews.report.gate_row import Banner, GateRow
from evalstore.reviews.report.headlines import Headlines
from evalstore.reviews.report.metric_row import MetricRow
from evalstore.reviews.report.report_questions import Answers
from evalstore.reviews.report.rows import anchor
from evalstore.reviews.review import Review

PART_LENGTH: Final = 48
# Numbers of decisions against a run on its first screen: at most, and if none of them fails.
FAILURES_SHOWN_MAX: Final = 5
FINDINGS_SHOWN_MIN: Final = 3


class StoreInfo(TypedDict):
    """The name, size and fingerprints of a store; None if unknown."""

    name: str
    tree_size: int | None
    root: str | None
    views_sha256: str | None


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
    control_count: int = 0

    @property
    def systems_text(self) -> str:
        """Return the numbers of systems under test and of controls as text."""
        systems = counted(self.system_count, "system")
        return (
            f"{systems}, {counted(self.control_count, 'control')}"
            if self.control_count
            else systems
        )


@dataclass(frozen=True)
class RunJudge:
    """
    A judge of cases of a run, with the first digits of its digest; unknown values are empty.

    ``check`` is how the validator was checked against people, empty if no number depends on it.
    """

    validator_id: str
    version: str
    digest: str
    model: str
    case_count: int
    check: str = ""

    @property
    def described(self) -> str:
        """
        Return the version, model and digest of the judge and its number of cases as text.

        >>> RunJudge("factual", "1.5", "0f3c5a7be912", "", 142).described
        '1.5, digest 0f3c5a7be912: 142 cases'
        """
        digest = f"digest {self.digest}" if self.digest else "no digest"
        parts = (one_line(self.version, PART_LENGTH), one_line(self.model, PART_LENGTH), digest)
        return f"{', '.join(filter(None, parts))}: {counted(self.case_count, 'case')}"


class Section(NamedTuple):
    """
    A part of a page for runs of some suites only: its title, its address and its HTML.

    One that comes first precedes the trends and the questions that are common to all runs.
    """

    title: str
    anchor: str
    html: Markup
    comes_first: bool = False


@dataclass(frozen=True)
class RunReport:
    """The contents of the report on one run."""

    summary: RunSummary
    review: Review
    banner: Banner
    gates: tuple[GateRow, ...]
    gate_note: str
    metrics: tuple[MetricRow, ...]
    slices: tuple[MetricRow, ...]
    answers: tuple[Answers, ...]
    unmeasured: tuple[MetricRow, ...]
    headlines: Headlines
    failures: tuple[SystemFailures, ...]
    figures: ReportedFigures = field(default_factory=ReportedFigures)
    judges: tuple[RunJudge, ...] = ()
    counted: tuple[CountedRows, ...] = ()
    control_notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    # The inputs of `run_cases.html.j2` and `trend_lines.html.j2`.
    cases: object = None
    trends: tuple[object, ...] = ()

    @property
    def failing_gates(self) -> list[GateRow]:
        """Return the decisions that keep the run from passing, worst first."""
        return [gate for gate in self.gates if gate.finding in self.review.failing]

    @property
    def gated_systems(self) -> list[str]:
        """Return the systems that gates decide on, if these are some of the systems alone."""
        gated = list(dict.fromkeys(finding.system_id for finding in self.review.blocking))
        return gated if all(gated) and len(gated) < self.summary.system_count else []

    @property
    def shown_count(self) -> int:
        """Return the number of decisions on the first screen: failing and some undecided ones."""
        failed = sum(gate.kind in {"fail", "broken"} for gate in self.failing_gates)
        return max(FINDINGS_SHOWN_MIN, min(failed, FAILURES_SHOWN_MAX))

    @property
    def no_failures_text(self) -> str:
        """Return a sentence on a run without failing cases: whether any was judged at all."""
        judged = [row for row in self.metrics if row.metric == "accuracy" and row.scored_count]
        return (
            "Every judged case counts as right."
            if judged
            else "No case was judged right or wrong."
        )

    @property
    def other_gates(self) -> list[GateRow]:
        """Return the other decisions: passed, informational and foreign ones."""
        return [gate for gate in self.gates if gate.finding not in self.review.failing]

    @property
    def other_summary(self) -> str:
        """
        Return the numbers of the other decisions as text.

        Foreign ones are counted separately, because they may be of any kind.
        """
        others = self.other_gates
        passed = sum(gate.finding.is_blocking for gate in others)
        informational = sum(gate.finding.is_informational for gate in others)
        foreign = sum(gate.finding.is_foreign for gate in others)
        counts = (
            (passed, "passed"),
            (informational, "for information"),
            (foreign, "decided elsewhere"),
        )
        return ", ".join(f"{count:,} {word}" for count, word in counts if count)

    @property
    def sections_before(self) -> list[Section]:
        """Return the sections that precede the questions."""
        return [section for section in self.sections if section.comes_first]

    @property
    def sections_after(self) -> list[Section]:
        """Return the sections that follow the questions."""
        return [section for section in self.sections if not section.comes_first]

    @property
    def contents(self) -> list[tuple[str, str]]:
        """Return the address and title of each part of the run on the page."""
        parts = [(self.address("decision"), "Decision")]
        parts += [(section.anchor, section.title) for section in self.sections_before]
        if self.trends:
            parts.append((self.address("trends"), "Trends"))
        parts += [(each.anchor, each.question.title) for each in self.answers]
        parts += [(section.anchor, section.title) for section in self.sections_after]
        parts.append((self.address("cases"), "Cases"))
        parts.append((self.address("change"), "Change since the baseline"))
        parts.append((self.address("judges"), "Judges"))
        return parts

    def address(self, name: str) -> str:
        """Return the address of a part of the run."""
        return anchor("part", self.summary.run_id, name)


@dataclass(frozen=True)
class Report:
    """The whole page."""

    store: StoreInfo
    generated_at: datetime
    summaries: tuple[RunSummary, ...]
    run_count: int
    runs: tuple[RunReport, ...]
    # The input of `comparison.html.j2`, None if no runs are compared.
    comparison: object = None
    # The relative address of the site's index if the page is part of a site.
    site_index: str = ""
    # The relative address of the grid of its run if that was written beside it.
    grid: str = ""

    @property
    def title(self) -> str:
        """Return the title of the page: the decision and the run, then the store."""
        if not self.runs:
            return f"Evaluation report: {self.store['name']}"
        run = self.runs[0]
        word = run.review.answer or "no decision"
        return f"{run.banner.icon} {word}: {run.summary.run_id} · {self.store['name']}"


def stamp(moment: datetime | None) -> str:
    """
    Return a time as text in UTC, a dash for None.

    >>> stamp(datetime(2026, 3, 1, 12, 30)), stamp(None)
    ('2026-03-01 12:30 UTC', '—')
    """
    return UNKNOWN if moment is None else f"{moment:%Y-%m-%d %H:%M} UTC"
