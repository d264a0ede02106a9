"""Abstention matrices: predictions against labels, as tables of counts."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from evalstore.reviews.charts.abstention_matrix import LABELS, PREDICTIONS, Cell, cells_of
from evalstore.reviews.charts.drawing.numbers import percent
from evalstore.reviews.charts.drawing.rows import Row, count_of, text_of
from evalstore.reviews.report.section_outcomes import Outcome, outcome_of

SHADE_COUNT: Final = 4


@dataclass(frozen=True)
class Square:
    """One cell: its count, its share of the column, and the outcome of such an answer."""

    cell: Cell

    @property
    def outcome(self) -> Outcome:
        return outcome_of(self.cell.prediction, self.cell.label)

    @property
    def share_text(self) -> str:
        return percent(self.cell.share)

    @property
    def shade(self) -> int:
        """Return the shade, from 0 for an empty cell to 4 for the whole column."""
        return math.ceil((self.cell.share or 0.0) * SHADE_COUNT)


@dataclass(frozen=True)
class Matrix:
    """One system's answers: four predictions by three labels, with errors counted separately."""

    system_id: str
    system_number: int
    squares: tuple[Square, ...]
    errors: dict[str, int]

    @property
    def rows(self) -> list[tuple[str, list[Square]]]:
        """Return the name of each prediction's row with its cells in the order of the labels."""
        return [
            (words, [square for square in self.squares if square.cell.prediction == prediction])
            for prediction, (words, _) in PREDICTIONS.items()
        ]

    @property
    def columns(self) -> dict[str, str]:
        return LABELS

    @property
    def column_counts(self) -> dict[str, int]:
        return {square.cell.label: square.cell.column_count for square in self.squares}

    @property
    def answer_count(self) -> int:
        return sum(square.cell.answer_count for square in self.squares)

    @property
    def right_text(self) -> str:
        """Return the share of right answers as text, a dash without answers."""
        right = sum(
            square.cell.answer_count for square in self.squares if square.outcome.kind == "right"
        )
        return percent(right / self.answer_count if self.answer_count else None)

    @property
    def error_count(self) -> int:
        return sum(self.errors.values())


def matrices_of(
    rows: Iterable[Row], errors: Counter[tuple[str, str]], numbers: dict[str, int]
) -> tuple[Matrix, ...]:
    """Return a matrix per system, sorted by ``numbers``; ``errors`` is by system and label."""
    counts: dict[str, dict[tuple[str, str], int]] = {}
    for row in rows:
        place = (text_of(row, "prediction"), text_of(row, "label"))
        counts.setdefault(text_of(row, "system_id"), {})[place] = count_of(row, "answer_count")
    return tuple(
        Matrix(
            system_id=system_id,
            system_number=numbers[system_id],
            squares=tuple(Square(cell) for cell in cells_of(cells)),
            errors={label: errors[system_id, label] for label in LABELS},
        )
        for system_id, cells in sorted(counts.items(), key=lambda item: numbers[item[0]])
    )
