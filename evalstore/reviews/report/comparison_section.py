"""The comparison of two runs for a page, gathered from the store."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypedDict

from evalstore.reviews.report.compared_case import CaseGroup
from evalstore.reviews.report.compared_cases import case_row, compared_cases
from evalstore.reviews.report.compared_slices import compared_slices
from evalstore.reviews.report.comparison_rows import (
    VERDICTS,
    ComparisonRow,
    comparison_rows,
    headline,
)
from evalstore.reviews.report.gathering import summaries_of
from evalstore.reviews.report.model import RunSummary
from evalstore.reviews.report.rows import anchor
from evalstore.statistics.compared import ComparedRow, SystemComparison
from evalstore.statistics.comparison_words import systems_of
from evalstore.statistics.paired import Side
from evalstore.store.query.reader import Reader

CONTROLS: Final = {
    "none": "not adjusted for the number of rows",
    "holm": "adjusted by Holm's method over all {count} rows of this table",
    "benjamini-hochberg": "adjusted by Benjamini and Hochberg's method over all {count} rows "
    "of this table",
}
REPEATED: Final = (
    "Of several attempts at a case, the case is right where their mean is one half or more, as "
    "in facts.case_outcomes; the first attempt with the result of the case is shown."
)


@dataclass(frozen=True)
class ComparedSystem:
    """The cases of one system, or of two compared systems, by kind of change."""

    systems: str
    validator_id: str
    metric: str
    headline: str
    kind: str
    groups: tuple[CaseGroup, ...]
    is_repeated: bool

    @property
    def note(self) -> str:
        """Return the metric and validator of the outcomes as text, with a note on attempts."""
        judged = f"By {self.metric} as {self.validator_id} judges." if self.validator_id else ""
        return f"{judged} {REPEATED}".strip() if self.is_repeated else judged


@dataclass(frozen=True)
class ComparisonSection:
    """
    A comparison for a page; ``obstacle`` is the reason if the runs cannot be compared.

    ``left`` is None if ``left_name`` refers to no run. ``why`` is how the left run was chosen,
    empty if it was named. With ``links_cases`` the page contains a list of all cases of the right
    run.
    """

    anchor: str
    left: RunSummary | None
    right: RunSummary
    left_name: str
    why: str = ""
    obstacle: str = ""
    control: str = ""
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    rows: tuple[ComparisonRow, ...] = ()
    other_rows: tuple[ComparisonRow, ...] = ()
    slices: tuple[ComparisonRow, ...] = ()
    slice_warning: str = ""
    slice_left_out_count: int = 0
    systems: tuple[ComparedSystem, ...] = ()
    links_cases: bool = False

    def obstructed(self, obstacle: str) -> "ComparisonSection":
        """Return the section with a reason why the runs are not compared."""
        return replace(self, obstacle=obstacle)

    @property
    def headlines(self) -> tuple[str, ...]:
        return tuple(system.headline for system in self.systems)


def comparison_section(
    reader: Reader,
    comparison: SystemComparison,
    *,
    why: str = "",
    case_limit: int | None = None,
    links_cases: bool = False,
) -> ComparisonSection:
    """
    Gather the section of a comparison.

    ``case_limit`` is the maximum number of cases of each kind of change; the default depends on
    the kind, with most for those that changed.
    """
    question = comparison.question
    by_sides: dict[tuple[Side, Side], list[ComparedRow]] = {}
    tested = [row for row in comparison.rows if not row.is_control] or comparison.rows
    for row in tested:
        by_sides.setdefault((row.left, row.right), []).append(row)
    telling = [deciding for rows in by_sides.values() if (deciding := case_row(rows)) is not None]
    slices = compared_slices(reader, telling, question.cluster, question.control)
    section = replace(
        empty_section(reader, question.left_run_id, question.right_run_id, why=why),
        control=CONTROLS[question.control].format(count=len(tested)),
        notes=comparison.notes,
        left_out=comparison.left_out,
        systems=tuple(_system(reader, row, case_limit) for row in telling),
        links_cases=links_cases,
        **_shown_and_others(comparison.rows, telling),
    )
    if slices is None:
        return section
    return replace(
        section,
        slices=comparison_rows(slices.rows),
        slice_warning=slices.warning,
        slice_left_out_count=slices.moved_count - len(slices.rows),
    )


def empty_section(
    reader: Reader,
    left_run_id: str | None,
    right_run_id: str,
    *,
    why: str = "",
    left_name: str = "",
) -> ComparisonSection:
    """Return a section with the runs only; ``left_name`` is the requested run or reference."""
    runs = [right_run_id] if left_run_id is None else [left_run_id, right_run_id]
    summaries, _ = summaries_of(reader, runs)
    by_id = {summary.run_id: summary for summary in summaries}
    return ComparisonSection(
        anchor("comparison", left_run_id or left_name, right_run_id),
        None if left_run_id is None else by_id[left_run_id],
        by_id[right_run_id],
        left_run_id or left_name,
        why,
    )


class _Rows(TypedDict):
    rows: tuple[ComparisonRow, ...]
    other_rows: tuple[ComparisonRow, ...]


def _shown_and_others(rows: Sequence[ComparedRow], telling: Sequence[ComparedRow]) -> _Rows:
    """Return the rows to show at once (``telling``, or with a difference) and the others."""
    printed = comparison_rows(rows)
    shown = [
        (row in telling, row_text)
        for row, row_text in zip(rows, printed, strict=True)
        if row in telling or row_text.is_shown
    ]
    shown.sort(key=lambda pair: not pair[0])
    first = tuple(row_text for _, row_text in shown)
    return {"rows": first, "other_rows": tuple(row for row in printed if row not in first)}


def _system(reader: Reader, row: ComparedRow, case_limit: int | None) -> ComparedSystem:
    return ComparedSystem(
        systems=systems_of(row),
        validator_id=row.validator_id,
        metric=row.metric.name,
        headline=headline(row),
        kind=VERDICTS[row.verdict][0],
        groups=compared_cases(reader, row, case_limit),
        is_repeated=row.pairs.is_repeated,
    )
