"""
The report: one self-contained page of runs, metrics, gates, charts and failing cases.

Charts are in the page as SVG images and not as scripts of Vega: the page is smaller by 900 kB, and
the same in print, in a mail, and in a viewer of build artefacts that disables scripts.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

from evalstore.errors import EmptyChartError, UsageError
from evalstore.metrics.catalog import Metric, in_section
from evalstore.reviews.charts.drawing.rows import ChartScope, RowReader
from evalstore.reviews.report import comparison_page
from evalstore.reviews.report.chart_images import ChartImage, image_of
from evalstore.reviews.report.comparison_section import ComparisonSection
from evalstore.reviews.report.gathering import (
    RUN_LIMIT,
    run_report,
    runs_in_full,
    store_information,
    summaries_of,
)
from evalstore.reviews.report.markdown_report import LENGTH_LIMIT, render_markdown
from evalstore.reviews.report.model import Report, RunReport, StoreInfo
from evalstore.reviews.report.page import page_of
from evalstore.reviews.report.report_comparison import compared_run, report_comparison
from evalstore.reviews.report.run_cases import BYTE_BUDGET, OTHER_BYTE_BUDGET, run_cases
from evalstore.reviews.report.run_metrics import MetricReader
from evalstore.reviews.report.sections import sections_of
from evalstore.reviews.report.trend_lines import trends_of_run
from evalstore.store.query.queries import run_status
from evalstore.store.query.reader import Reader
from evalstore.store.verify import integrity

PageFormat = Literal["html", "markdown"]
ENDINGS: Final[dict[str, PageFormat]] = {
    "": "html",
    ".html": "html",
    ".htm": "html",
    ".md": "markdown",
    ".markdown": "markdown",
}


def page(
    reader: Reader,
    run_ids: Sequence[str],
    page_format: PageFormat,
    store_name: str,
    *,
    base: str | None = None,
) -> str:
    """
    Return the page of these runs, after checking the store.

    Without run ids it shows the newest run in full and lists the others.

    With ``base``, a run id or a reference such as last-green, it is the page of one run, by
    default the newest, with that comparison.

    Raises CorruptStoreError if definitions, or the facts of the runs shown in full, differ from
    those that this installation derives from the segments; UsageError for an unknown run.
    """
    integrity.require(integrity.definition_problems(reader))
    for run_id in run_ids:
        run_status(reader, run_id)
    comparison = None
    if base is not None:
        run_ids = [compared_run(reader, run_ids)]
        comparison = report_comparison(reader, run_ids[0], base)
    left = [comparison.left.run_id] if comparison and comparison.left else []
    shown = [*(run_ids or runs_in_full(reader)), *left]
    with integrity.facts_required(reader, shown):
        information = store_information(reader, store_name)
        about = reader, list(run_ids) or None, datetime.now(UTC), information
        if page_format == "html":
            return render_html(*about, comparison=comparison)
        if comparison is None:
            return render_markdown(*about)
        compared = comparison_page.render_markdown(comparison, length=LENGTH_LIMIT // 3)
        report = render_markdown(*about, length=LENGTH_LIMIT - len(compared) - 1)
        return f"{report}\n{compared}"


def format_of(output: Path) -> PageFormat:
    """
    Return the format of a file's ending: Markdown for .md, HTML for .html or no ending.

    Raises UsageError for any other ending.
    """
    if output.suffix not in ENDINGS:
        raise UsageError(
            f"{output.name}: found the ending {output.suffix!r}, expected .html or .md; name a "
            "format (html, markdown) to use any ending"
        )
    return ENDINGS[output.suffix]


def render_html(
    reader: Reader,
    run_ids: Sequence[str] | None,
    generated_at: datetime,
    store_info: StoreInfo,
    *,
    comparison: ComparisonSection | None = None,
    site_index: str = "",
    grid: str = "",
    metric_reader: MetricReader | None = None,
) -> str:
    """
    Return the page; without run ids it shows the newest run in full and lists the others.

    ``site_index`` and ``grid`` are the relative addresses of the site's index and of the grid of
    the run if the page is part of a site that has them, and ``metric_reader`` reads the metrics
    of its runs together with those of other pages.
    """
    report = gather(reader, run_ids, generated_at, store_info, metric_reader)
    report = replace(report, comparison=comparison, site_index=site_index, grid=grid)
    runs = (with_charts(reader, run) for run in report.runs)
    runs = (with_sections(reader, run) for run in runs)
    report = replace(
        report,
        runs=tuple(
            with_all_cases(reader, run, OTHER_BYTE_BUDGET if place else BYTE_BUDGET)
            for place, run in enumerate(runs)
        ),
    )
    return page_of(report)


def gather(
    reader: Reader,
    run_ids: Sequence[str] | None,
    generated_at: datetime,
    store_info: StoreInfo,
    metric_reader: MetricReader | None = None,
    **limits: int,
) -> Report:
    """Return the contents of the report except charts and the sections of suites."""
    summaries, run_count = summaries_of(reader, run_ids)
    shown = summaries if run_ids is not None else summaries[:RUN_LIMIT]
    if metric_reader is None:
        metric_reader = MetricReader(reader, {summary.run_id for summary in shown})
    return Report(
        store=store_info,
        generated_at=generated_at,
        summaries=summaries,
        run_count=run_count,
        runs=tuple(
            run_report(reader, summary, metric_reader=metric_reader, **limits) for summary in shown
        ),
    )


def with_all_cases(reader: Reader, run: RunReport, byte_budget: int) -> RunReport:
    """Add all cases of a run to its report, with the cases that each of its numbers counts."""
    keys = [row.grain for row in (*run.metrics, *run.slices) if row.value is not None]
    cases = run_cases(reader, run.summary.run_id, run.review, keys, byte_budget=byte_budget)
    return replace(run, cases=cases)


def with_charts(reader: RowReader, run: RunReport) -> RunReport:
    """
    Add the charts of one run, for metrics with ``section: charts`` in their headers.

    Each is added to the question that its family answers, a chart without data as a sentence on
    what is missing, and a reliability diagram of single dots as a sentence on them. The matrix of
    abstention is not among them: ``suites/epistemic/report`` prints it as a table.
    """
    # Altair takes half a second to import, which a site without a new report saves.
    from evalstore.reviews.charts import render
    from evalstore.reviews.charts.reliability import single_dots

    run_id = run.summary.run_id
    measured = {row.metric for row in run.metrics}
    charts: list[tuple[str, ChartImage]] = []
    missing: list[tuple[str, str]] = []
    for metric in in_section("charts"):
        if metric.name not in measured and not has_table(reader, metric, run_id):
            continue
        if metric.chart == "reliability" and (dots := single_dots(reader, ChartScope(run_id))):
            missing.append((metric.family, dots))
            continue
        try:
            chart = render.chart_for(reader, metric.name, run_id=run_id)
        except EmptyChartError as error:
            missing.append((metric.family, error.sentence))
        else:
            charts.append((metric.family, image_of(chart, run_id, metric.name)))
    answers = (
        replace(
            each,
            charts=tuple(image for family, image in charts if family in each.question.families),
            missing_charts=tuple(
                sentence for family, sentence in missing if family in each.question.families
            ),
        )
        for each in run.answers
    )
    return replace(run, answers=tuple(answers))


def with_sections(reader: RowReader, run: RunReport) -> RunReport:
    """
    Add the trend lines of one run and the sections of its suite.

    After a section that comes first, calibration is the last question: it is not the matter.
    """
    run_id = run.summary.run_id
    sections = sections_of(reader, run_id)
    answers = run.answers
    if any(section.comes_first for section in sections):
        answers = tuple(sorted(answers, key=lambda each: each.question.name == "calibration"))
    return replace(run, trends=trends_of_run(reader, run_id), sections=sections, answers=answers)


def has_table(reader: RowReader, metric: Metric, run_id: str) -> bool:
    """Return True if a metric is a table with rows of this run."""
    return not metric.has_value and bool(ChartScope(run_id).rows(reader, metric.name))
