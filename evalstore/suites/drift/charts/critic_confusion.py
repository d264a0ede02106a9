"""Confusion matrix of a critic: the predicted class of a week against the true class."""

from dataclasses import dataclass
from typing import Final

import altair as alt
from altair.typing import ChartType

from evalstore.errors import EmptyChartError
from evalstore.reviews.charts.drawing.count_table import (
    SUM_ROW,
    TableAxes,
    TableCell,
    count_table,
    shade_of,
)
from evalstore.reviews.charts.drawing.layout import (
    GAP,
    PANEL_LIMIT,
    heading,
    left_out,
    panel_title,
    width_of,
)
from evalstore.reviews.charts.drawing.numbers import counted, few, in_parentheses, percent
from evalstore.reviews.charts.drawing.rows import (
    ChartScope,
    Row,
    RowReader,
    count_of,
    number_of,
    text_of,
)
from evalstore.reviews.charts.drawing.text import distinct_labels

# class -> its label.
CLASSES: Final = {
    -1: "\u22121 against",
    0: "0 neither",
    1: "+1 aligned",
}
AGAINST: Final = -1
ALIGNED: Final = 1
CELL_WIDTH: Final = 92
CELL_HEIGHT: Final = 44
WIDTH: Final = CELL_WIDTH * len(CLASSES)
# Width of the row labels next to the cells.
MARGINS: Final = 100
AXES: Final = TableAxes(
    columns=list(CLASSES.values()),
    rows=[*reversed(CLASSES.values()), SUM_ROW],
    column_title="true class",
    row_title="class read",
)
# Three panels in a row would be wider than a page.
COLUMNS: Final = 2

Counts = dict[tuple[int, int], int]


@dataclass(frozen=True)
class CriticPanel:
    """One system's nine cells: counts of readings by predicted and true class."""

    label: str
    counts: Counts

    @property
    def reading_count(self) -> int:
        return sum(self.counts.values())

    @property
    def right_share(self) -> float:
        right = sum(self.counts.get((name, name), 0) for name in CLASSES)
        return right / self.reading_count

    def column_count(self, true_class: int) -> int:
        """Count the readings with this true class."""
        return sum(self.counts.get((predicted, true_class), 0) for predicted in CLASSES)

    def share(self, predicted_class: int, true_class: int) -> float | None:
        """Return the share of a true class predicted as a class; None if there are no readings."""
        column = self.column_count(true_class)
        return self.counts.get((predicted_class, true_class), 0) / column if column else None

    @property
    def finding(self) -> str:
        """Describe how many weeks against a value are read as such, and as the opposite."""
        column = self.column_count(AGAINST)
        right = self.counts.get((AGAINST, AGAINST), 0)
        if not column:
            note = in_parentheses(few(self.reading_count))
            return f"{self.label} reads {percent(self.right_share)} of the weeks right{note}"
        return (
            f"{self.label} finds {percent(right / column)} of the weeks against a value "
            f"({right:,} of {column:,}) and takes {percent(self.share(ALIGNED, AGAINST))} of them "
            "for aligned"
        )


def critic_confusion(reader: RowReader, scope: ChartScope) -> ChartType:
    """Draw a table of counts per system; cells of correct readings are framed and labelled."""
    panels = panels_of(scope.rows(reader, "critic_confusion"))
    if not panels:
        raise EmptyChartError(
            f"No confusion of classes for run {scope.run}: "
            "no critic's reading there has a true class.",
            "the chart needs a run with a critic: run `evalstore show critic_accuracy` to see "
            "which runs have one, and choose one with --run",
        )
    shown = panels[:PANEL_LIMIT]
    notes = [
        (
            f"Run {scope.run}{scope.part}. {CLASSES[-1]}: alignment below \u22120.5, "
            f"{CLASSES[1]}: above 0.5. % of their column. Framed cells are "
            "correct; darker = larger share."
        ),
        *left_out(len(shown), len(panels)),
    ]
    return alt.concat(
        *(drawn(panel) for panel in shown), columns=COLUMNS, spacing=GAP / 2
    ).properties(
        title=heading(shown[0].finding, notes, MARGINS + width_of(min(len(shown), COLUMNS), WIDTH))
    )


def panels_of(rows: list[Row]) -> list[CriticPanel]:
    """Return a panel per system with readings, the highest recall of class -1 first."""
    counts: dict[str, Counts] = {}
    for row in rows:
        place = (class_of(row, "predicted_class"), class_of(row, "true_class"))
        counts.setdefault(text_of(row, "system_id"), {})[place] = count_of(row, "reading_count")
    labels = distinct_labels(counts)
    panels = [CriticPanel(labels[system], cells) for system, cells in counts.items()]
    return sorted(
        (panel for panel in panels if panel.reading_count),
        key=lambda panel: (-(panel.share(AGAINST, AGAINST) or 0.0), panel.label),
    )


def class_of(row: Row, column: str) -> int:
    """Return a column as one of the classes."""
    return int(number_of(row, column) or 0)


def drawn(panel: CriticPanel) -> ChartType:
    """Draw one panel: the cells with counts and shares, and the sum of each column below."""
    sums: list[TableCell] = [
        {
            "row": SUM_ROW,
            "column": CLASSES[true],
            "remark": counted(panel.column_count(true), "reading"),
        }
        for true in CLASSES
    ]
    tooltip = [
        alt.Tooltip("row:N", title="predicted"),
        alt.Tooltip("column:N", title="true"),
        alt.Tooltip("count:Q", title="readings"),
    ]
    title = panel_title(
        panel.label,
        f"{counted(panel.reading_count, 'reading')}, {percent(panel.right_share)} right",
    )
    return count_table(
        AXES,
        [table_cell(panel, read, true) for read in reversed(CLASSES) for true in CLASSES],
        [table_cell(panel, name, name) for name in reversed(CLASSES)],
        sums,
        tooltip,
    ).properties(width=WIDTH, height=CELL_HEIGHT * len(AXES.rows), title=title)


def table_cell(panel: CriticPanel, predicted_class: int, true_class: int) -> TableCell:
    """Return one cell with the field names that the marks use."""
    share = panel.share(predicted_class, true_class)
    is_right = predicted_class == true_class
    return {
        "row": CLASSES[predicted_class],
        "column": CLASSES[true_class],
        "count": panel.counts.get((predicted_class, true_class), 0),
        "shade": shade_of(share),
        "remark": percent(share) + (" right" if is_right and share is not None else ""),
    }
