"""The runs of a store for a site's lists, with the decisions of their gates."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, cast

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.gates.decide import NOT_PASSING
from evalstore.reviews.charts.drawing.rows import Row, RowReader, count_of, text_of
from evalstore.reviews.report.rows import timestamp_of
from evalstore.reviews.site.names import safe_name

# Answers of gates in sentences about several of them.
PAST: Final = {"fail": "failed", "broken": "broken", "undecided": "undecided"}


@dataclass(frozen=True, slots=True)
class SiteRun:
    """
    One run: its origin, its gates' decisions, and the position of its last event in the log.

    ``suite`` is None if no run_started event names one; ``counts`` is the number of blocking gates
    by each answer that keeps the run from passing.
    """

    run_id: str
    suite: str | None
    suite_version: str
    git_sha: str
    git_branch: str
    committed_at: datetime | None
    started_at: datetime | None
    run_status: str
    run_number: int
    case_count: int
    has_all_cases: bool
    has_replies: bool
    decided_at: datetime | None
    gate_count: int | None
    counts: dict[str, int]
    last_position: int
    tree_size: int
    root: str
    recorded_at: datetime

    @property
    def answer(self) -> str:
        """Return the overall answer of the gates, empty if none has decided."""
        if self.gate_count is None:
            return ""
        return next((answer for answer in NOT_PASSING if self.counts[answer]), "pass")

    @property
    def answer_text(self) -> str:
        """Return the gates' answers in words, with counts."""
        if not self.answer:
            return "not decided"
        gates = counted(self.gate_count or 0, "gate")
        if self.answer == "pass":
            return f"{gates} passed" if self.gate_count == 1 else f"all {gates} passed"
        parts = [(count, PAST[answer]) for answer, count in self.counts.items() if count]
        (first_count, first), *others = parts
        words = "".join(f", {count} {word}" for count, word in others)
        return f"{first_count} of {gates} {first}{words}"

    @property
    def suite_name(self) -> str:
        """Return the name of the suite for display."""
        return "unknown" if self.suite is None else self.suite

    @property
    def file_name(self) -> str:
        """Return the name of its report in the folder of the site."""
        return f"runs/{safe_name(self.run_id)}.html"

    @property
    def grid_name(self) -> str:
        """Return the name of its grid in the folder of the site."""
        return f"grids/{safe_name(self.run_id)}.html"

    @property
    def moment(self) -> datetime | None:
        """Return the time of its start, else of its commit; None if both are unknown."""
        return self.started_at or self.committed_at


def runs_of(reader: RowReader, branch: str | None) -> list[SiteRun]:
    """
    Return all runs, or those of a branch if one is given, newest first.

    Defines the temporary view ``last_events``, which ``sources_of`` reads as well.
    """
    reader.connection.execute(sql_files.read("sql/site/last_events"))
    return [_run(row) for row in reader.rows(sql_files.read("sql/site/runs"), branch=branch)]


def sources_of(reader: RowReader, run_ids: list[str]) -> dict[str, str]:
    """Return for each run a text of the runs that its page reads, with their last positions."""
    rows = reader.rows(sql_files.read("sql/site/sources"), run_ids=run_ids)
    return {text_of(row, "run_id"): text_of(row, "sources") for row in rows}


def _run(row: Row) -> SiteRun:
    return SiteRun(
        run_id=text_of(row, "run_id"),
        suite=None if row["suite"] is None else text_of(row, "suite"),
        suite_version=text_of(row, "suite_version"),
        git_sha=text_of(row, "git_sha"),
        git_branch=text_of(row, "git_branch"),
        committed_at=timestamp_of(row, "committed_at"),
        started_at=timestamp_of(row, "started_at"),
        run_status=text_of(row, "run_status"),
        run_number=count_of(row, "run_number"),
        case_count=count_of(row, "case_count"),
        has_all_cases=bool(row["has_all_cases"]),
        has_replies=bool(row["has_replies"]),
        decided_at=timestamp_of(row, "decided_at"),
        gate_count=None if row["gate_count"] is None else count_of(row, "gate_count"),
        counts={answer: count_of(row, f"{answer}_count") for answer in NOT_PASSING},
        last_position=count_of(row, "last_position"),
        tree_size=count_of(row, "tree_size"),
        root=text_of(row, "root"),
        recorded_at=cast("datetime", row["recorded_at"]),
    )
