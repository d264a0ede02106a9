"""The reliability diagram: what systems claim to know against what they turn out to know."""

from dataclasses import dataclass

import altair as alt
from altair.typing import ChartType

from evalstore.charts.drawing.calibration import Claim, pooled, sentence, telling
from evalstore.charts.drawing.empty import empty_chart
from evalstore.charts.drawing.heading import heading
from evalstore.charts.drawing.measures import chosen_rows
from evalstore.charts.drawing.numbers import counted, number
from evalstore.charts.drawing.panels import (
    GAP,
    PANEL_LIMIT,
    PANELS_PER_ROW,
    left_out,
    panel_title,
    width_of,
)
from evalstore.charts.drawing.rows import ChartScope, Reader, Row, count_of, kept, number_of, query
from evalstore.charts.drawing.series import Series, series_labels, series_of
from evalstore.queries import select_metrics

SIDE = 300
SIDE_OF_MANY = 230
# What the labels take beside the panels.
MARGINS = 40
COUNTS_HEIGHT = 54
# Larger counts are written as 2.1k, or they run into their neighbours.
COUNT_SPELLED_OUT_MAX = 2_000
SHARE_TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]


@dataclass(frozen=True)
class Panel:
    """One system's bins, and what they come to."""

    label: str
    bins: tuple[Row, ...]
    whole: Claim
    worst: Claim | None
    calibration_error: float | None

    @property
    def weight(self) -> float:
        return self.worst.weight if self.worst else 0.0

    @property
    def finding(self) -> str:
        return sentence(self.label, self.whole, self.worst)


def reliability(reader: Reader, scope: ChartScope) -> ChartType:
    """Draw one panel per system: a dot per bin with its interval, and its count below."""
    rows, note = chosen_rows(
        scope.rows(reader, "reliability_bins"), scope.validator_id, scope.variant
    )
    select_metrics(reader, "ece")
    errors = reader.rows(
        query("metric_by_slice"), metric="ece", run_id=scope.run_id, slice_name=scope.slice_name
    )
    panels = panels_of(rows, kept(errors, slice_value=scope.slice_value))
    if not panels:
        return empty_chart(
            f"No reliability diagram for run {scope.run}: "
            "no judged answer there states a confidence."
        )
    shown = panels[:PANEL_LIMIT]
    side = SIDE if len(shown) == 1 else SIDE_OF_MANY
    answers = counted(sum(panel.whole.answer_count for panel in panels), "answer")
    notes = [
        (
            f"Run {scope.run}, {note}{scope.part}. {answers} with a confidence, as shares. "
            "Dashed: as right as claimed. Bars: 95 % Wilson interval."
        ),
        *left_out(len(shown), len(panels)),
    ]
    return alt.concat(
        *(drawn(panel, side) for panel in shown),
        columns=PANELS_PER_ROW[len(shown)],
        spacing=GAP / 2,
    ).properties(title=heading(panels[0].finding, notes, MARGINS + width_of(len(shown), side)))


def panels_of(rows: list[Row], errors: list[Row]) -> list[Panel]:
    """Group the bins by system and variant, the most telling gap first."""
    bins_of: dict[Series, list[Row]] = {}
    for row in rows:
        known = (number_of(row, "mean_confidence"), number_of(row, "mean_correctness"))
        if count_of(row, "bin_count") > 0 and None not in known:
            bins_of.setdefault(series_of(row), []).append(row)
    labels = series_labels(bins_of)
    validators = {row["validator_id"] for row in rows}
    error_of = {
        series_of(row): number_of(row, "value")
        for row in errors
        if row["validator_id"] in validators
    }
    panels = [
        Panel(labels[series], tuple(bins), whole, telling(bins), error_of.get(series))
        for series, bins in bins_of.items()
        if (whole := pooled(bins)) is not None
    ]
    return sorted(panels, key=lambda panel: (-panel.weight, panel.label))


def drawn(panel: Panel, side: int) -> ChartType:
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


def share_scale() -> alt.Scale:
    """Return a scale from nought to one."""
    return alt.Scale(domain=[0, 1], nice=False)


def share_axis(title: str | None, *, is_labelled: bool = True) -> alt.Axis:
    """Return an axis with a tick at every fifth."""
    return alt.Axis(title=title, format=".1f", values=SHARE_TICKS, labels=is_labelled)


def diagram(panel: Panel) -> ChartType:
    """Draw the diagonal, and over it a dot and an interval per bin."""
    ends = alt.InlineData(values=[{"claimed": 0, "earned": 0}, {"claimed": 1, "earned": 1}])
    bins = alt.InlineData(values=[point_of(row) for row in panel.bins])
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


def counts(panel: Panel) -> ChartType:
    """Draw how many answers each bin holds."""
    bins = alt.InlineData(values=[point_of(row) for row in panel.bins])
    top = 1.45 * max(count_of(row, "bin_count") for row in panel.bins)
    height = alt.Y(
        "count:Q",
        scale=alt.Scale(domain=[0, top], nice=False),
        axis=alt.Axis(title="answers", labels=False, ticks=False, grid=False, domain=False),
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
    """Return one bin under the names the marks use."""
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
