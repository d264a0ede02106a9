"""Reliability diagram: stated confidence against the share of answers that are right."""

import math
from dataclasses import dataclass
from typing import Any

import altair as alt
from altair.typing import ChartType

from evalstore.errors import EmptyChartError
from evalstore.reviews.charts.drawing.inline_data import inline_data
from evalstore.reviews.charts.drawing.layout import (
    GAP,
    PANEL_LIMIT,
    PANELS_PER_ROW,
    heading,
    left_out,
    panel_title,
    width_of,
)
from evalstore.reviews.charts.drawing.measures import chosen_rows
from evalstore.reviews.charts.drawing.numbers import counted, few, in_parentheses, number
from evalstore.reviews.charts.drawing.rows import (
    ChartScope,
    Row,
    RowReader,
    count_of,
    kept,
    number_of,
    query,
)
from evalstore.reviews.charts.drawing.series import Series, series_labels, series_of
from evalstore.statistics.wilson import wilson
from evalstore.store.query.queries import select_metrics

SIDE = 300
SIDE_OF_MANY = 230
# The width of the labels next to the panels.
MARGINS = 40
COUNTS_HEIGHT = 54
# Larger counts are written as 2.1k, so that they do not overlap.
COUNT_SPELLED_OUT_MAX = 2_000
CONFIDENCE_NEEDED = (
    "the chart needs judged answers with a confidence: run `evalstore show ece` to see which runs "
    "have them, and choose one with --run"
)
SHARE_TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]


@dataclass(frozen=True)
class PooledBins:
    """
    Neighbouring bins pooled: mean confidence ``claimed`` and share of right answers ``earned``.

    ``case_weight`` is the number of cases, which is below ``answer_count`` if cases had several
    attempts.
    """

    low: float
    high: float
    answer_count: int
    case_weight: float
    claimed: float
    earned: float

    @property
    def gap(self) -> float:
        return self.claimed - self.earned

    @property
    def weight(self) -> float:
        """
        Return the importance of the gap.

        It is the gap times the square root of its cases, which is proportional to the gap over its
        standard error, so that a single confident wrong answer does not come first.
        """
        return abs(self.gap) * math.sqrt(self.case_weight)

    @property
    def is_beyond_chance(self) -> bool:
        """Return True if ``claimed`` is outside the Wilson interval of ``earned``."""
        low, high = wilson(self.earned * self.case_weight, self.case_weight)
        return not low <= self.claimed <= high

    @property
    def where(self) -> str:
        """Return the range of confidence of the bins as text, empty if it is the whole range."""
        if self.low <= 0:
            return f" below {self.high:.1f}" if self.high < 1 else ""
        if self.high >= 1:
            return f" above {self.low:.1f}"
        return f" between {self.low:.1f} and {self.high:.1f}"


@dataclass(frozen=True)
class ReliabilityPanel:
    """One system's bins, and the gaps and calibration error of all of them."""

    label: str
    bins: tuple[Row, ...]
    whole: PooledBins
    worst: PooledBins | None
    calibration_error: float | None

    @property
    def weight(self) -> float:
        return self.worst.weight if self.worst else 0.0

    @property
    def finding(self) -> str:
        return sentence(self.label, self.whole, self.worst)


def reliability(reader: RowReader, scope: ChartScope) -> ChartType:
    """Draw one panel per system: a dot and an interval per bin, and the counts below."""
    panels, note = panels_in(reader, scope)
    if not panels:
        raise EmptyChartError(
            f"No reliability diagram for run {scope.run}: "
            "no judged answer there states a confidence.",
            CONFIDENCE_NEEDED,
        )
    shown = panels[:PANEL_LIMIT]
    side = SIDE if len(shown) == 1 else SIDE_OF_MANY
    answers = counted(sum(panel.whole.answer_count for panel in panels), "answer")
    notes = [
        (
            f"Run {scope.run}, {note}{scope.part}. {answers} with a confidence, as shares. Dashed "
            "line: perfect calibration. Bars: 95 % Wilson interval."
        ),
        *left_out(len(shown), len(panels)),
    ]
    return alt.concat(
        *(drawn(panel, side) for panel in shown),
        columns=PANELS_PER_ROW[len(shown)],
        spacing=GAP / 2,
    ).properties(title=heading(panels[0].finding, notes, MARGINS + width_of(len(shown), side)))


def panels_in(reader: RowReader, scope: ChartScope) -> tuple[list[ReliabilityPanel], str]:
    """Return the panels of a run, and a note on the variants that they show."""
    rows, note = chosen_rows(
        scope.rows(reader, "reliability_bins"), scope.validator_id, scope.variant
    )
    select_metrics(reader, "ece")
    errors = reader.rows(
        query("metric_by_slice"), metric="ece", run_id=scope.run_id, slice_name=scope.slice_name
    )
    return panels_of(rows, kept(errors, slice_value=scope.slice_value)), note


def single_dots(reader: RowReader, scope: ChartScope) -> str:
    """
    Return a sentence on each system if every panel would be one dot, empty otherwise.

    A report prints it instead of the diagram.
    """
    panels, _ = panels_in(reader, scope)
    if not panels or any(panel.bins[1:] for panel in panels):
        return ""
    each = "; ".join(
        f"{panel.label} claims {number(panel.whole.claimed)}, right {number(panel.whole.earned)} "
        f"({counted(panel.whole.answer_count, 'answer')})"
        for panel in panels
    )
    return f"No reliability diagram: the confidences of each system are in one bin, a dot. {each}."


def panels_of(rows: list[Row], errors: list[Row]) -> list[ReliabilityPanel]:
    """Group the bins by system and variant, the most important gap first."""
    bins_of: dict[Series, list[Row]] = {}
    for row in rows:
        means = (number_of(row, "mean_confidence"), number_of(row, "mean_correctness"))
        if count_of(row, "bin_count") > 0 and None not in means:
            bins_of.setdefault(series_of(row), []).append(row)
    labels = series_labels(bins_of)
    validators = {row["validator_id"] for row in rows}
    error_of = {
        series_of(row): number_of(row, "value")
        for row in errors
        if row["validator_id"] in validators
    }
    panels = [
        ReliabilityPanel(labels[series], tuple(bins), whole, telling(bins), error_of.get(series))
        for series, bins in bins_of.items()
        if (whole := pooled(bins)) is not None
    ]
    return sorted(panels, key=lambda panel: (-panel.weight, panel.label))


def drawn(panel: ReliabilityPanel, side: int) -> ChartType:
    """Draw one panel: the diagram, and the counts of its bins below."""
    title = panel_title(
        panel.label,
        f"{counted(panel.whole.answer_count, 'answer')}, "
        f"gap {number(panel.whole.gap, is_signed=True)}, ECE {number(panel.calibration_error)}",
    )
    return alt.vconcat(
        diagram(panel).properties(width=side, height=side),
        counts(panel).properties(width=side, height=COUNTS_HEIGHT),
        spacing=6,
    ).properties(title=title)


def share_scale() -> dict[str, Any]:
    """
    Return a scale from 0 to 1.

    It is plain, as axes are, since Altair copies a chart at each step and all fields of each part.
    """
    return {"domain": [0, 1], "nice": False}


def share_axis(title: str | None, *, is_labelled: bool = True) -> dict[str, Any]:
    """Return an axis with ticks at steps of 0.2."""
    return {"format": ".1f", "labels": is_labelled, "title": title, "values": SHARE_TICKS}


def diagram(panel: ReliabilityPanel) -> ChartType:
    """Draw the diagonal, with a dot and an interval per bin over it."""
    ends = inline_data([{"claimed": 0, "earned": 0}, {"claimed": 1, "earned": 1}])
    bins = inline_data([point_of(row) for row in panel.bins])
    claimed = alt.X("claimed:Q", scale=share_scale(), axis=share_axis(None, is_labelled=False))
    earned = alt.Y("earned:Q", scale=share_scale(), axis=share_axis("share that is right"))
    tooltip = [
        alt.Tooltip("claimed:Q", title="claimed", format=".3f"),
        alt.Tooltip("earned:Q", title="right", format=".3f"),
        alt.Tooltip("count:Q", title="answers"),
    ]
    diagonal = alt.Chart(ends).mark_line(style="diagonal").encode(x=claimed, y=earned)
    dots = alt.Chart(bins).encode(x=claimed)
    return alt.layer(
        diagonal,
        dots.mark_rule(style="interval").encode(
            y=alt.Y("low:Q", scale=share_scale()), y2=alt.Y2("high")
        ),
        dots.mark_line(style="trend").encode(y=earned),
        dots.mark_point(style="dot", filled=True).encode(y=earned, tooltip=tooltip),
    )


def counts(panel: ReliabilityPanel) -> ChartType:
    """Draw the number of answers in each bin."""
    bins = inline_data([point_of(row) for row in panel.bins])
    top = 1.45 * max(count_of(row, "bin_count") for row in panel.bins)
    height = alt.Y(
        "count:Q",
        scale={"domain": [0, top], "nice": False},
        axis={
            "domain": False,
            "grid": False,
            "labels": False,
            "ticks": False,
            "title": "answers",
        },
    )
    left = alt.X("bin_low:Q", scale=share_scale(), axis=share_axis("stated confidence"))
    bars = alt.Chart(bins).mark_rect(style="count-bar", xOffset=1, x2Offset=-1)
    numbers = alt.Chart(bins).mark_text(style="count", baseline="bottom", dy=-2)
    return alt.layer(
        bars.encode(x=left, x2=alt.X2("bin_high"), y=height, y2=alt.datum(0)),
        numbers.encode(
            x=alt.X("bin_middle:Q", scale=share_scale(), axis=share_axis("stated confidence")),
            y=height,
            text=alt.Text("count:Q", format=".2s" if top > COUNT_SPELLED_OUT_MAX else "d"),
        ),
    )


def point_of(row: Row) -> dict[str, float | None]:
    """Return one bin with the field names of the marks."""
    low, high = number_of(row, "bin_low"), number_of(row, "bin_high")
    return {
        "claimed": number_of(row, "mean_confidence"),
        "earned": number_of(row, "mean_correctness"),
        "low": number_of(row, "ci_low"),
        "high": number_of(row, "ci_high"),
        "bin_low": low,
        "bin_high": high,
        "bin_middle": ((low or 0.0) + (high or 0.0)) / 2,
        "count": count_of(row, "bin_count"),
    }


def pooled(bins: list[Row]) -> PooledBins | None:
    """Pool bins, weighted by their cases; return None if they have no answers."""
    bins = [row for row in bins if count_of(row, "bin_count") > 0]
    answer_count = sum(count_of(row, "bin_count") for row in bins)
    if answer_count == 0:
        return None
    weights = [number_of(row, "bin_weight") or 0.0 for row in bins]
    case_weight = sum(weights)
    claimed, earned = (
        sum(
            weight * (number_of(row, column) or 0.0)
            for weight, row in zip(weights, bins, strict=True)
        )
        / case_weight
        for column in ("mean_confidence", "mean_correctness")
    )
    ends = (number_of(bins[0], "bin_low") or 0.0, number_of(bins[-1], "bin_high") or 1.0)
    return PooledBins(*ends, answer_count, case_weight, claimed, earned)


def telling(bins: list[Row]) -> PooledBins | None:
    """Return the neighbouring bins with the most important gap, None if chance explains all."""
    runs = (
        pooled(bins[first : last + 1])
        for first in range(len(bins))
        for last in range(first, len(bins))
    )
    sure = [claim for claim in runs if claim is not None and claim.is_beyond_chance]
    return max(sure, key=lambda claim: (claim.weight, claim.answer_count), default=None)


def sentence(label: str, whole: PooledBins, worst: PooledBins | None) -> str:
    """
    Return a sentence on the largest gap between confidence and correctness.

    Few answers are not called well calibrated: chance explains any gap of them.
    """
    claim = whole if worst is None else worst
    count = few(claim.answer_count)
    ends = f"claims {number(claim.claimed)}, right {number(claim.earned)}"
    ends += in_parentheses(count)
    if worst is None:
        return f"{label}: {ends}" if count else f"{label} is well calibrated: {ends}"
    points = max(1, round(100 * abs(worst.gap)))
    noun = "point" if points == 1 else "points"
    direction = "overconfident" if worst.gap > 0 else "underconfident"
    where = "" if worst.answer_count == whole.answer_count else worst.where
    return f"{label} is {points} {noun} {direction}{where}: {ends}"
