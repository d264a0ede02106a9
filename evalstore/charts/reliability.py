"""The reliability diagram: what systems claim to know against what they turn out to know."""

import math
from dataclasses import dataclass

import altair as alt
from altair.typing import ChartType

from evalstore.charts.drawing.empty import saying
from evalstore.charts.drawing.heading import heading
from evalstore.charts.drawing.numbers import counted, number
from evalstore.charts.drawing.rows import (
    Reader,
    Row,
    chosen_validator,
    count_of,
    kept,
    number_of,
    query,
    text_of,
)
from evalstore.charts.drawing.text import distinct_labels, one_line

# More panels than this are no longer read.
PANEL_LIMIT = 6
COLUMNS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}
SIDE = 300
SIDE_OF_MANY = 230
COLUMN_GAP = 70
COUNTS_HEIGHT = 54
# Larger counts are written as 2.1k, or they run into their neighbours.
COUNT_SPELLED_OUT_MAX = 2_000
# A gap this small is nought at the two digits shown.
EVEN_GAP = 0.005
SHARE_TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]


@dataclass(frozen=True)
class Panel:
    """One system's bins, and what they come to."""

    label: str
    bins: tuple[Row, ...]
    answer_count: int
    claimed: float
    earned: float
    calibration_error: float | None

    @property
    def gap(self) -> float:
        return self.claimed - self.earned

    @property
    def weight(self) -> float:
        return abs(self.gap) * math.sqrt(self.answer_count)

    @property
    def finding(self) -> str:
        """Say in one sentence what the bins show."""
        claim = f"{self.label} claims {number(self.claimed)} and is right {number(self.earned)}"
        if abs(self.gap) < EVEN_GAP:
            return f"{claim}: as sure as it is right"
        direction = "overconfident" if self.gap > 0 else "underconfident"
        return f"{claim}: {direction} by {number(abs(self.gap))}"


def reliability(
    reader: Reader,
    *,
    run_id: str,
    system_id: str | None = None,
    validator_id: str | None = None,
    slice_name: str = "all",
    slice_value: str = "all",
) -> ChartType:
    """Draw one panel per system: a dot per bin with its interval, and its count below."""
    rows = reader.rows(
        query("reliability_bins"), run_id=run_id, slice_name=slice_name, slice_value=slice_value
    )
    rows = kept(rows, system_id=system_id)
    validator = chosen_validator(rows, validator_id)
    errors = reader.rows(
        query("metric_by_slice"), metric="ece", run_id=run_id, slice_name=slice_name
    )
    errors = kept(errors, slice_value=slice_value, validator_id=validator)
    panels = panels_of(kept(rows, validator_id=validator), errors)
    if not panels:
        return saying(
            f"No reliability diagram for run {one_line(run_id, 60)}: "
            "no judged answer there states a confidence."
        )
    shown = panels[:PANEL_LIMIT]
    side = SIDE if len(shown) == 1 else SIDE_OF_MANY
    columns = COLUMNS[len(shown)]
    asked = f"Run {one_line(run_id, 40)}, judged by {one_line(validator or '', 30)}"
    if slice_name != "all":
        asked += f", {one_line(slice_name, 30)} = {one_line(slice_value, 30)}"
    notes = [f"{asked}. Dashed: as right as claimed. Bars: 95 % Wilson interval."]
    if len(panels) > len(shown):
        notes.append(f"{len(shown)} of {len(panels)} systems, the most telling gaps first.")
    width = columns * side + (columns - 1) * COLUMN_GAP
    return alt.concat(*(drawn(panel, side) for panel in shown), columns=columns).properties(
        title=heading(panels[0].finding, notes, width)
    )


def panels_of(rows: list[Row], errors: list[Row]) -> list[Panel]:
    """
    Group the bins by system, the most telling gap between claim and truth first.

    A gap counts by the root of its answers, as its standard error does: one answer that was
    sure and wrong does not make the headline.
    """
    systems = distinct_labels(text_of(row, "system_id") for row in rows)
    error_of = {text_of(row, "system_id"): number_of(row, "value") for row in errors}
    panels = [
        panel_of(label, kept(rows, system_id=system_id), error_of.get(system_id))
        for system_id, label in systems.items()
    ]
    found = [panel for panel in panels if panel is not None]
    return sorted(found, key=lambda panel: (-panel.weight, panel.label))


def panel_of(label: str, rows: list[Row], calibration_error: float | None) -> Panel | None:
    """Weigh each bin by its answers; None where there are none."""
    bins = [row for row in rows if count_of(row, "bin_count") > 0]
    answer_count = sum(count_of(row, "bin_count") for row in bins)
    if answer_count == 0:
        return None
    claimed, earned = (
        sum(count_of(row, "bin_count") * (number_of(row, column) or 0.0) for row in bins)
        / answer_count
        for column in ("mean_confidence", "mean_correctness")
    )
    return Panel(label, tuple(bins), answer_count, claimed, earned, calibration_error)


def drawn(panel: Panel, side: int) -> ChartType:
    """Draw one panel: the diagram, and the counts of its bins below."""
    title = alt.Title(
        text=panel.label,
        subtitle=(
            f"{counted(panel.answer_count, 'answer')}, "
            f"gap {number(panel.gap, is_signed=True)}, ECE {number(panel.calibration_error)}"
        ),
        fontSize=13,
        frame="group",
        offset=8,
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
