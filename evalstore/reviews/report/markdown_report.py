"""The report as Markdown, for a step summary or a comment, with failures first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from evalstore.reviews.gathering import review_of
from evalstore.reviews.report.control_rows import beside_controls, control_sentences
from evalstore.reviews.report.figures import ReportedFigures, figures_of_run
from evalstore.reviews.report.gathering import (
    RUN_LIMIT,
    judges_of,
    remarks_of,
    summaries_of,
    systems_of,
)
from evalstore.reviews.report.markdown import markdown_environment, with_short_texts
from evalstore.reviews.report.metric_row import MetricRow
from evalstore.reviews.report.model import RunJudge, RunSummary, StoreInfo
from evalstore.reviews.report.report_questions import reading_order
from evalstore.reviews.report.run_metrics import metrics_of
from evalstore.reviews.review import Review
from evalstore.statistics.controls import run_controls
from evalstore.store.query.reader import Reader

# Comments on code hosts end at 65,536 characters.
LENGTH_LIMIT: Final = 60_000
CASE_LIMIT: Final = 20
TEXT_LENGTH: Final = 500
ENDING: Final = "\n\nCut here: the whole report is longer than a comment may be.\n"


@dataclass(frozen=True)
class Sizes:
    """Maximum numbers of failing cases, sentences, rows of each table and changed cases."""

    case_limit: int
    failing_limit: int
    row_limit: int
    changed_limit: int


# The first sizes with which the report fits are used.
SIZES: Final = (
    Sizes(CASE_LIMIT, 30, 200, 20),
    Sizes(10, 30, 200, 20),
    Sizes(5, 30, 100, 10),
    Sizes(2, 20, 60, 5),
    Sizes(0, 20, 60, 5),
    Sizes(0, 8, 20, 0),
    Sizes(0, 3, 5, 0),
)


@dataclass(frozen=True)
class MarkdownRun:
    """The Markdown report's data of one run; ``unmeasured_count`` metrics have no value."""

    summary: RunSummary
    review: Review
    metrics: tuple[MetricRow, ...]
    unmeasured_count: int
    figures: ReportedFigures
    judges: tuple[RunJudge, ...]
    control_notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def render_markdown(
    reader: Reader,
    run_ids: Sequence[str] | None,
    generated_at: datetime,
    store_info: StoreInfo,
    *,
    length: int = LENGTH_LIMIT,
) -> str:
    """
    Return the report as Markdown, without charts, of at most ``length`` characters.

    Failing cases are left out first, then rows; the text contains the numbers left out.
    """
    summaries, _ = summaries_of(reader, run_ids)
    shown = summaries if run_ids is not None else summaries[:RUN_LIMIT]
    runs = [_run(reader, summary) for summary in shown]
    template = markdown_environment().get_template("report.md.j2")
    text = ""
    for sizes in SIZES:
        text = template.render(runs=runs, sizes=sizes, store=store_info, generated_at=generated_at)
        if len(text) <= length:
            return text
    return text[: max(0, length - len(ENDING))].rpartition("\n")[0] + ENDING


def _run(reader: Reader, summary: RunSummary) -> MarkdownRun:
    run_id = summary.run_id
    review = review_of(reader, run_id, case_limit=CASE_LIMIT, text_limit=TEXT_LENGTH)
    rows = metrics_of(reader, run_id, ["all"])
    controls = run_controls(reader, run_id, systems_of(rows), ["all"])
    rows = beside_controls(rows, controls)
    gated = [finding.metric for finding in review.findings]
    measured = [row for row in rows if row.value is not None]
    tested = [row for row in measured if not row.is_control]
    return MarkdownRun(
        summary=summary,
        review=replace(
            review, cases=tuple(with_short_texts(case, TEXT_LENGTH) for case in review.cases)
        ),
        metrics=tuple(sorted(tested or measured, key=reading_order(gated))),
        unmeasured_count=len({row.metric for row in rows} - {row.metric for row in measured}),
        figures=figures_of_run(reader, run_id),
        judges=judges_of(reader, run_id, rows),
        control_notes=tuple(control_sentences(rows, controls)),
        remarks=remarks_of(reader, run_id),
    )
