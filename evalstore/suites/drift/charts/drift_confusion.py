"""Confusion counts of drift: flagged weeks of a core value against weeks in crisis."""

from dataclasses import dataclass
from typing import Final

import altair as alt
from altair.typing import ChartType

from evalstore.errors import EmptyChartError, UsageError
from evalstore.reviews.charts.drawing.count_table import SHADE, TableAxes, TableCell, shade_of
from evalstore.reviews.charts.drawing.layout import (
    GAP,
    PANEL_LIMIT,
    heading,
    left_out,
    panel_title,
)
from evalstore.reviews.charts.drawing.numbers import counted, number
from evalstore.reviews.charts.drawing.rows import ChartScope, Row, RowReader, count_of, text_of
from evalstore.reviews.charts.drawing.text import distinct_labels, one_line

COUNTS: Final = {
    "hits": "true_positive_count",
    "false alarms": "false_positive_count",
    "misses": "false_negative_count",
    "quiet": "true_negative_count",
}
SHARES: Final = ("precision", "recall", "F1")
ALL: Final = "all values"
CELL_WIDTH: Final = 62
CELL_HEIGHT: Final = 26
WIDTH: Final = CELL_WIDTH * (len(COUNTS) + len(SHARES))
# Width of the value labels next to the cells.
MARGINS: Final = 110
COLUMNS: Final = 2
LABEL_LENGTH: Final = 18


@dataclass(frozen=True)
class Weeks:
    """Weeks of one core value by whether they were flagged and in crisis."""

    value_dim: str
    hit_count: int
    false_alarm_count: int
    miss_count: int
    pass_count: int

    @property
    def counts(self) -> tuple[int, int, int, int]:
        return self.hit_count, self.false_alarm_count, self.miss_count, self.pass_count

    @property
    def precision(self) -> float | None:
        return ratio(self.hit_count, self.hit_count + self.false_alarm_count)

    @property
    def recall(self) -> float | None:
        return ratio(self.hit_count, self.hit_count + self.miss_count)

    @property
    def f1(self) -> float | None:
        wrong = self.false_alarm_count + self.miss_count
        return ratio(2 * self.hit_count, 2 * self.hit_count + wrong)

    @property
    def shares(self) -> dict[str, float | None]:
        return dict(zip(SHARES, (self.precision, self.recall, self.f1), strict=True))


def ratio(part: int, whole: int) -> float | None:
    """
    Return ``part / whole``; None if ``whole`` is 0.

    >>> ratio(1, 4), ratio(0, 0)
    (0.25, None)
    """
    return part / whole if whole else None


@dataclass(frozen=True)
class DriftPanel:
    """One system's values, those with the most weeks in crisis first."""

    label: str
    values: tuple[Weeks, ...]

    @property
    def total(self) -> Weeks:
        sums = (sum(column) for column in zip(*(each.counts for each in self.values), strict=True))
        return Weeks(ALL, *sums)

    @property
    def finding(self) -> str:
        """Describe how many weeks in crisis were flagged, and how many alarms were false."""
        total = self.total
        crises = total.hit_count + total.miss_count
        alarms = total.hit_count + total.false_alarm_count
        return (
            f"{self.label} flags {total.hit_count:,} of {counted(crises, 'week')} in crisis; "
            f"{total.false_alarm_count:,} of {counted(alarms, 'alarm')} are false"
        )


def drift_confusion(reader: RowReader, scope: ChartScope) -> ChartType:
    """
    Draw a table per system: a row per core value, with its counts and shares.

    Raises UsageError for any other slice than ``value_dim``.
    """
    if scope.slice_name not in {"all", "value_dim"}:
        raise UsageError(
            f"drift_confusion is counted by core value, not by {one_line(scope.slice_name, 40)}; "
            "leave out --slice, or use --slice value_dim=NAME"
        )
    panels = panels_of(scope.rows(reader, "drift_confusion"))
    if not panels:
        raise EmptyChartError(
            f"No confusion of drift for run {scope.run}: no critic there read a core value.",
            "the chart needs a run with a critic: run `evalstore show hit_rate` to see "
            "which runs have one, and choose one with --run",
        )
    shown = panels[:PANEL_LIMIT]
    notes = [
        (
            f"Run {scope.run}{scope.part}. Weeks of each core value; "
            "weeks without a known flag are left out. "
            "F1: 2 hits / (2 hits + false alarms + misses). Darker = nearer to 1. "
            f"{number(None)}: not defined."
        ),
        *left_out(len(shown), len(panels)),
    ]
    columns = min(COLUMNS, len(shown))
    width = columns * (WIDTH + MARGINS) + (columns - 1) * GAP // 2
    return alt.concat(
        *(drawn(panel) for panel in shown), columns=COLUMNS, spacing=GAP / 2
    ).properties(title=heading(shown[0].finding, notes, width))


def panels_of(rows: list[Row]) -> list[DriftPanel]:
    """Return a panel per system, the highest F1 over all values first."""
    values: dict[str, dict[str, Weeks]] = {}
    for row in rows:
        value_dim = text_of(row, "value_dim")
        counts = [count_of(row, column) for column in COUNTS.values()]
        values.setdefault(text_of(row, "system_id"), {})[value_dim] = Weeks(value_dim, *counts)
    labels = distinct_labels(values)
    panels = [
        DriftPanel(
            labels[system],
            tuple(
                sorted(
                    weeks.values(),
                    key=lambda each: (-each.hit_count - each.miss_count, each.value_dim),
                )
            ),
        )
        for system, weeks in values.items()
    ]
    return sorted(panels, key=lambda panel: (-(panel.total.f1 or 0.0), panel.label))


def drawn(panel: DriftPanel) -> ChartType:
    """Draw one panel: counts as numbers, shares as shaded cells, the sum of all values below."""
    labels = distinct_labels((each.value_dim for each in panel.values), LABEL_LENGTH)
    rows = [*((labels[each.value_dim], each) for each in panel.values), (ALL, panel.total)]
    order = [label for label, _ in rows]
    counts: list[TableCell] = [
        {"row": label, "column": name, "remark": f"{count:,}"}
        for label, each in rows
        for name, count in zip(COUNTS, each.counts, strict=True)
    ]
    shares: list[TableCell] = [
        {"row": label, "column": name, "remark": number(share), "shade": shade_of(share)}
        for label, each in rows
        for name, share in each.shares.items()
    ]
    axes = TableAxes([*COUNTS, *SHARES], order)
    remark = alt.Text("remark:N")
    title = panel_title(panel.label, f"F1 {number(panel.total.f1)} over all values")
    return alt.layer(
        axes.place(shares).mark_rect(aria=False).encode(color=SHADE),
        axes.place(shares).mark_text(style="cell-share").encode(text=remark),
        axes.place(counts).mark_text(style="cell-share").encode(text=remark),
    ).properties(width=WIDTH, height=CELL_HEIGHT * len(order), title=title)
