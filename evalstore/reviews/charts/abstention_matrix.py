"""Abstention matrix: predictions of systems against the labels of cases."""

import math
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
from evalstore.reviews.charts.drawing.measures import chosen_rows
from evalstore.reviews.charts.drawing.numbers import counted, percent
from evalstore.reviews.charts.drawing.rows import ChartScope, Row, RowReader, count_of, text_of
from evalstore.reviews.charts.drawing.text import distinct_labels

# prediction -> the name of its row, and its verb in a sentence.
PREDICTIONS: Final = {
    "YES": ("YES", "answers YES to"),
    "NO": ("NO", "answers NO to"),
    "UNKNOWN": ("UNKNOWN", "answers UNKNOWN to"),
    "MISSING": ("no valid answer", "gives no valid answer to"),
}
# label -> the relation of the source to the claim.
LABELS: Final = {"E": "entailed", "C": "contradicted", "U": "unknown"}
COLUMNS: Final = {label: f"{name} ({label})" for label, name in LABELS.items()}
AXES: Final = TableAxes(
    columns=list(COLUMNS.values()),
    rows=[*(name for name, _ in PREDICTIONS.values()), SUM_ROW],
    column_title="label",
    row_title="answer",
)
RIGHT: Final = {("YES", "E"), ("NO", "C"), ("UNKNOWN", "U")}
CELL_WIDTH: Final = 104
CELL_HEIGHT: Final = 46
WIDTH: Final = CELL_WIDTH * len(LABELS)
# The width of the row names next to the cells.
MARGINS: Final = 90


@dataclass(frozen=True)
class Cell:
    """The number of answers with a prediction among those to the cases with a label."""

    prediction: str
    label: str
    answer_count: int
    column_count: int

    @property
    def share(self) -> float | None:
        return self.answer_count / self.column_count if self.column_count else None

    @property
    def is_right(self) -> bool:
        return (self.prediction, self.label) in RIGHT

    @property
    def is_cautious(self) -> bool:
        """Return True if the prediction claims nothing that the source does not entail."""
        return self.prediction in {"NO", "UNKNOWN"} and self.label in {"C", "U"}

    @property
    def weight(self) -> float:
        """Sort key for mistakes: the share times the square root of the column's answers."""
        if self.is_right or self.share is None:
            return 0.0
        return self.share * math.sqrt(self.column_count)


@dataclass(frozen=True)
class AbstentionPanel:
    """One system's twelve cells."""

    label: str
    cells: tuple[Cell, ...]

    @property
    def answer_count(self) -> int:
        return sum(cell.answer_count for cell in self.cells)

    @property
    def right_count(self) -> int:
        return sum(cell.answer_count for cell in self.cells if cell.is_right)

    @property
    def worst(self) -> Cell:
        return max(
            self.cells, key=lambda cell: (cell.weight > 0, not cell.is_cautious, cell.weight)
        )

    @property
    def finding(self) -> str:
        """Return a sentence on the most important mistake."""
        if self.worst.weight == 0:
            return f"{self.label} is right in {all_of(self.answer_count)}"
        cell = self.worst
        predicted = f"{PREDICTIONS[cell.prediction][1]} {percent(cell.share)}"
        counts = f"{cell.answer_count:,} of {cell.column_count:,}"
        return f"{self.label} {predicted} of the {LABELS[cell.label]} cases ({counts})"


def all_of(count: int) -> str:
    """Return a count of answers as text for all of them."""
    return "its only answer" if count == 1 else f"all {count:,} answers"


def abstention_matrix(reader: RowReader, scope: ChartScope) -> ChartType:
    """Draw a table of counts per system; cells of right answers have a border and a remark."""
    # The matrix is the same for every mapping, so its rows get no variant.
    plain = [{**row, "variant": ""} for row in scope.rows(reader, "abstention_confusion")]
    rows, note = chosen_rows(plain, scope.validator_id, None)
    panels = panels_of(rows)
    if not panels:
        raise EmptyChartError(
            f"No abstention matrix for run {scope.run}: "
            "no case there is labelled E (entailed), C (contradicted) or U (unknown).",
            "a matrix needs answers to labelled cases: choose a run that has them with --run",
        )
    shown = panels[:PANEL_LIMIT]
    answers = counted(sum(panel.answer_count for panel in panels), "answer")
    notes = [
        (
            f"Run {scope.run}, {note}{scope.part}. {answers}; % of their column. Framed cells are "
            "correct; darker = larger share."
        ),
        *left_out(len(shown), len(panels)),
    ]
    return alt.concat(
        *(drawn(panel) for panel in shown),
        columns=2,
        spacing=GAP / 2,
    ).properties(
        title=heading(panels[0].finding, notes, MARGINS + width_of(min(len(shown), 2), WIDTH))
    )


def panels_of(rows: list[Row]) -> list[AbstentionPanel]:
    """Return a panel per system with answers, the most important mistake first."""
    counts: dict[str, dict[tuple[str, str], int]] = {}
    for row in rows:
        place = (text_of(row, "prediction"), text_of(row, "label"))
        cells = counts.setdefault(text_of(row, "system_id"), {})
        cells[place] = cells.get(place, 0) + count_of(row, "answer_count")
    labels = distinct_labels(counts)
    panels = [AbstentionPanel(labels[system], cells_of(cells)) for system, cells in counts.items()]
    answered = [panel for panel in panels if panel.answer_count > 0]
    return sorted(
        answered, key=lambda panel: (panel.worst.is_cautious, -panel.worst.weight, panel.label)
    )


def cells_of(counts: dict[tuple[str, str], int]) -> tuple[Cell, ...]:
    """Return the twelve cells in drawing order; missing counts are 0."""
    column_counts = {
        label: sum(counts.get((prediction, label), 0) for prediction in PREDICTIONS)
        for label in LABELS
    }
    return tuple(
        Cell(prediction, label, counts.get((prediction, label), 0), column_counts[label])
        for prediction in PREDICTIONS
        for label in LABELS
    )


def drawn(panel: AbstentionPanel) -> ChartType:
    """Draw one panel: the cells with their counts, and the sum of each column below."""
    right = [cell for cell in panel.cells if cell.is_right]
    tooltip = [
        alt.Tooltip("row:N", title="answer"),
        alt.Tooltip("column:N", title="label"),
        alt.Tooltip("count:Q", title="answers"),
        alt.Tooltip("remark:N", title="share of the column"),
    ]
    title = panel_title(
        panel.label,
        f"{counted(panel.answer_count, 'answer')}, "
        f"{percent(panel.right_count / panel.answer_count)} right",
    )
    return count_table(
        AXES,
        [table_cell(cell) for cell in panel.cells],
        [table_cell(cell) for cell in right],
        [column_sum(cell) for cell in right],
        tooltip,
    ).properties(width=WIDTH, height=CELL_HEIGHT * len(AXES.rows), title=title)


def table_cell(cell: Cell) -> TableCell:
    """Return one cell with the field names of the marks."""
    return {
        "row": PREDICTIONS[cell.prediction][0],
        "column": COLUMNS[cell.label],
        "count": cell.answer_count,
        "shade": shade_of(cell.share),
        "remark": percent(cell.share) + (" right" if cell.is_right and cell.column_count else ""),
    }


def column_sum(cell: Cell) -> TableCell:
    """Return the sum below one column."""
    return {
        "row": SUM_ROW,
        "column": COLUMNS[cell.label],
        "remark": counted(cell.column_count, "case"),
    }
