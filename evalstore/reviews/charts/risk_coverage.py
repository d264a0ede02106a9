"""Risk-coverage curve: the error rate among the surest answers, by their share."""

from dataclasses import dataclass
from typing import Final

import altair as alt
from altair.typing import ChartType

from evalstore.errors import EmptyChartError
from evalstore.reviews.charts.drawing.inline_data import inline_data
from evalstore.reviews.charts.drawing.layout import heading
from evalstore.reviews.charts.drawing.measures import chosen_rows
from evalstore.reviews.charts.drawing.numbers import (
    counted,
    counted_range,
    few,
    in_parentheses,
    percent,
)
from evalstore.reviews.charts.drawing.rows import ChartScope, Row, RowReader, count_of, number_of
from evalstore.reviews.charts.drawing.series import Series, legend_of, series_labels, series_of
from evalstore.reviews.charts.reliability import CONFIDENCE_NEEDED

SERIES_LIMIT: Final = 6
WIDTH: Final = 480
HEIGHT: Final = 320
# The width of the labels next to the plot.
MARGINS: Final = 60
HALF: Final = 0.5
# A coverage this close to the half is called the half.
NEARLY: Final = 0.05
# Coverages at which a curve has a dot with its interval; shifted by STEP for each further curve,
# so that the intervals do not overlap.
MARKED: Final = (0.15, 0.4, 0.65, 0.9)
STEP: Final = 0.03
# A gain below this is 0 at the two digits shown.
EVEN_GAIN: Final = 0.005
SHARE_TICKS: Final = [0, 0.2, 0.4, 0.6, 0.8, 1]


@dataclass(frozen=True)
class CoveragePoint:
    """The risk when answering only the most confident share of the questions."""

    coverage: float
    risk: float
    low: float | None
    high: float | None
    answer_count: int


@dataclass(frozen=True)
class Curve:
    """One system's risk at each coverage, in ascending order; at least one point."""

    label: str
    points: tuple[CoveragePoint, ...]

    @property
    def whole(self) -> CoveragePoint:
        return self.points[-1]

    @property
    def half(self) -> CoveragePoint:
        return next((point for point in self.points if point.coverage >= HALF), self.whole)

    @property
    def gain(self) -> float:
        return self.whole.risk - self.half.risk

    @property
    def risks(self) -> str:
        """Return the risk of the more confident half and of all answers as text."""
        whole = percent(self.whole.risk)
        note = in_parentheses(few(self.whole.answer_count))
        if self.half is self.whole:
            return f"wrong in {whole} of all its answers{note}"
        share = self.half.coverage
        part = (
            "most confident half" if share < HALF + NEARLY else f"most confident {percent(share)}"
        )
        return f"wrong in {percent(self.half.risk)} of its {part}, {whole} of all{note}"


def risk_coverage(reader: RowReader, scope: ChartScope) -> ChartType:
    """Draw a curve per system, with dots and intervals at some of its points."""
    rows, note = chosen_rows(
        scope.rows(reader, "risk_coverage"), scope.validator_id, scope.variant
    )
    curves = curves_of(rows)
    if not curves:
        raise EmptyChartError(
            f"No risk-coverage curve for run {scope.run}: "
            "no judged answer there states a confidence.",
            CONFIDENCE_NEEDED,
        )
    # Sorted by name, so that a system has the same colour in every chart.
    shown = sorted(curves[:SERIES_LIMIT], key=lambda curve: curve.label)
    answers = counted_range([curve.whole.answer_count for curve in curves], "answer")
    each = " each" if len(curves) > 1 else ""
    notes = [
        (
            f"Run {scope.run}, {note}{scope.part}. {answers} with a confidence{each}, the most "
            "confident first. Bars: 95 % Wilson interval."
        ),
    ]
    if len(curves) > len(shown):
        notes.append(f"{len(shown)} of {counted(len(curves), 'system')}, the largest gains first.")
    return drawn(shown).properties(title=heading(finding(curves), notes, WIDTH + MARGINS))


def curves_of(rows: list[Row]) -> list[Curve]:
    """Group the points by system and variant, the largest gain from abstaining first."""
    points_of: dict[Series, list[CoveragePoint]] = {}
    for row in rows:
        coverage, risk = number_of(row, "coverage"), number_of(row, "selective_risk")
        if coverage is not None and risk is not None:
            point = CoveragePoint(
                coverage,
                risk,
                number_of(row, "ci_low"),
                number_of(row, "ci_high"),
                count_of(row, "answer_count"),
            )
            points_of.setdefault(series_of(row), []).append(point)
    labels = series_labels(points_of)
    curves = [
        Curve(labels[series], tuple(sorted(points, key=lambda point: point.coverage)))
        for series, points in points_of.items()
    ]
    return sorted(curves, key=lambda curve: (-curve.gain, curve.label))


def finding(curves: list[Curve]) -> str:
    """Return a sentence on the gain from answering only if confident."""
    best, worst = curves[0], curves[-1]
    is_alone = len(curves) == 1
    if is_alone and best.half is best.whole:
        return f"{best.label} is {best.risks}"
    if best.gain >= EVEN_GAIN:
        gains = "is" if is_alone else "benefits most from abstaining:"
        return f"{best.label} {gains} {best.risks}"
    if worst.gain <= -EVEN_GAIN:
        return f"{worst.label} is wrong more often if it is confident: {worst.risks}"
    if is_alone:
        return f"{best.label} does not benefit from abstaining: {best.risks}"
    return "Confidence does not rank answers in any system"


def drawn(curves: list[Curve]) -> ChartType:
    """Draw the curves, and dots with intervals on them."""
    order = [curve.label for curve in curves]
    top = max(
        bound
        for index, curve in enumerate(curves)
        for bound in (
            *(point.risk for point in curve.points),
            *(point.high or 0.0 for point in marked(curve, index)),
        )
    )
    scale = alt.Scale(domain=order)
    legend = legend_of(order, WIDTH)
    lines = inline_data([mark_values(curve, point) for curve in curves for point in curve.points])
    dots = inline_data(
        [
            mark_values(curve, point)
            for index, curve in enumerate(curves)
            for point in marked(curve, index)
        ]
    )
    coverage = alt.X(
        "coverage:Q",
        scale=alt.Scale(domain=[0, 1], nice=False),
        axis=alt.Axis(title="coverage (share of answers given)", format=".1f", values=SHARE_TICKS),
    )
    risk = alt.Y(
        "risk:Q",
        title="selective risk (share of them wrong)",
        scale=alt.Scale(domain=[0, min(1.0, max(0.1, top))], nice=True),
    )
    colour = alt.Color("system:N", scale=scale, legend=legend)
    tooltip = [
        alt.Tooltip("system:N"),
        alt.Tooltip("coverage:Q", format=".3f"),
        alt.Tooltip("risk:Q", format=".3f"),
        alt.Tooltip("count:Q", title="answers"),
    ]
    base = alt.Chart(dots).encode(x=coverage, color=colour)
    return alt.layer(
        alt.Chart(lines).mark_line(style="trend").encode(x=coverage, y=risk, color=colour),
        base.mark_rule(style="interval").encode(y=alt.Y("low:Q"), y2=alt.Y2("high")),
        base.mark_point(style="dot", filled=True).encode(
            y=risk, shape=alt.Shape("system:N", scale=scale, legend=legend), tooltip=tooltip
        ),
    ).properties(width=WIDTH, height=HEIGHT)


def marked(curve: Curve, index: int) -> list[CoveragePoint]:
    """Return the points with a dot: the first after each fixed coverage, and the last."""
    points = [
        next((point for point in curve.points if point.coverage >= place + STEP * index), None)
        for place in MARKED
    ]
    return list(dict.fromkeys(point for point in (*points, curve.whole) if point is not None))


def mark_values(curve: Curve, point: CoveragePoint) -> dict[str, str | float | None]:
    """Return one point with the field names of the marks."""
    return {
        "system": curve.label,
        "coverage": point.coverage,
        "risk": point.risk,
        "low": point.low,
        "high": point.high,
        "count": point.answer_count,
    }
