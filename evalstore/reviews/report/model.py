"""Values that a report shows; both templates read these and nothing else."""

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
from evalstore.reviews.report.metric_row import MetricRow
from evalstore.reviews.report.report_questions import Answers, Headlines
from evalstore.reviews.report.rows import anchor
from evalstore.reviews.review import Review

PART_LENGTH: Final = 48
# Of the decisions against a run its first screen holds so many, fewer where none says "fail".
FAILURES_SHOWN_MAX: Final = 5
FINDINGS_SHOWN_MIN: Final = 3


class StoreInfo(TypedDict):
    """Which store, at which size, under which views; None where it is not known."""

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
        """Count the systems under test, and those that know nothing beside them."""
        said = counted(self.system_count, "system")
        return f"{said}, {counted(self.control_count, 'control')}" if self.control_count else said


@dataclass(frozen=True)
class RunJudge:
    """
    Who judged cases of a run, with the first digits of the digest; what is unknown is empty.

    ``check`` says how the validator was checked against people; empty where it judged no rating.
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
        Say by which version, model and digest how many cases were judged.

        >>> RunJudge("factual", "1.5", "0f3c5a7be912", "", 142).described
        '1.5, digest 0f3c5a7be912: 142 cases'
        """
        digest = f"digest {self.digest}" if self.digest else "no digest"
        parts = (one_line(self.version, PART_LENGTH), one_line(self.model, PART_LENGTH), digest)
        return f"{', '.join(filter(None, parts))}: {counted(self.case_count, 'case')}"


class Section(NamedTuple):
    """A part of a page that only runs of some suites have: its title, its address, its HTML."""

    title: str
    anchor: str
    html: Markup


@dataclass(frozen=True)
class RunReport:
    """Everything shown of one run."""

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
    # What `run_cases.html.j2` and `trend_lines.html.j2` show of the run.
    cases: object = None
    trends: tuple[object, ...] = ()

    @property
    def failing_gates(self) -> list[GateRow]:
        """List the decisions that keep the run from passing, worst first."""
        return [gate for gate in self.gates if gate.finding in self.review.failing]

    @property
    def shown_count(self) -> int:
        """Count the decisions of the first screen: what fails, and some of what is undecided."""
        failed = sum(gate.kind in {"fail", "broken"} for gate in self.failing_gates)
        return max(FINDINGS_SHOWN_MIN, min(failed, FAILURES_SHOWN_MAX))

    @property
    def other_gates(self) -> list[GateRow]:
        """List the decisions that keep nothing from passing: passed, informational, foreign."""
        return [gate for gate in self.gates if gate.finding not in self.review.failing]

    @property
    def other_summary(self) -> str:
        """
        Count the decisions that keep nothing from passing.

        Foreign ones are counted apart, since they may say anything.
        """
        others = self.other_gates
        passed = sum(gate.finding.is_blocking for gate in others)
        told = sum(gate.finding.is_informational for gate in others)
        foreign = sum(gate.finding.is_foreign for gate in others)
        counts = ((passed, "passed"), (told, "for information"), (foreign, "decided elsewhere"))
        return ", ".join(f"{count:,} {word}" for count, word in counts if count)

    @property
    def contents(self) -> list[tuple[str, str]]:
        """List the parts of the run that the page has: address and title."""
        parts = [(self.address("decision"), "Decision")]
        if self.trends:
            parts.append((self.address("trends"), "Trends"))
        parts += [(each.anchor, each.question.title) for each in self.answers]
        parts += [(section.anchor, section.title) for section in self.sections]
        parts.append((self.address("cases"), "Which cases?"))
        parts.append((self.address("change"), "Did it change?"))
        parts.append((self.address("judges"), "Who judged?"))
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
    # What `comparison.html.j2` shows, where two runs are compared.
    comparison: object = None
    # Where the page is one of a site, the way back to its index.
    site_index: str = ""

    @property
    def title(self) -> str:
        """Return what a browser's tab says: the decision and the run, then the store."""
        if not self.runs:
            return f"Evaluation report: {self.store['name']}"
        run = self.runs[0]
        word = run.review.answer or "no decision"
        return f"{run.banner.icon} {word}: {run.summary.run_id} · {self.store['name']}"


def stamp(moment: datetime | None) -> str:
    """
    Return a moment as a reader wants it.

    >>> stamp(datetime(2026, 3, 1, 12, 30)), stamp(None)
    ('2026-03-01 12:30 UTC', '—')
    """
    return UNKNOWN if moment is None else f"{moment:%Y-%m-%d %H:%M} UTC"
