"""Rows of the store for charts and reports, with typed columns."""

import math
from dataclasses import dataclass
from typing import Protocol

from evalstore.base import sql_files
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.statistics.controls import controls_of
from evalstore.store.query.queries import Queryable

Row = dict[str, object]


class RowReader(Queryable, Protocol):
    """A reader that runs one read-only SELECT."""


def query(name: str) -> str:
    """
    Return the text of one query file.

    >>> query("reliability_bins").splitlines()[0]
    "-- One run's bins of stated confidence, for every system, validator and variant."
    """
    return sql_files.read(f"sql/charts/{name}")


@dataclass(frozen=True)
class ChartScope:
    """The run, slice, system and judgements of a chart; None selects all values of a column."""

    run_id: str
    system_id: str | None = None
    validator_id: str | None = None
    slice_name: str = "all"
    slice_value: str = "all"
    variant: str | None = None

    @property
    def run(self) -> str:
        """Return the run's id for a note, on one line."""
        return one_line(self.run_id, 40)

    @property
    def part(self) -> str:
        """Return the slice as the continuation of a note, empty for all cases."""
        if self.slice_name == "all":
            return ""
        return f", {one_line(self.slice_name, 30)} = {one_line(self.slice_value, 30)}"

    def rows(self, reader: RowReader, name: str) -> list[Row]:
        """Return the rows of a chart's query for the run and slice, for the system if given."""
        rows = reader.rows(
            query(name),
            run_id=self.run_id,
            slice_name=self.slice_name,
            slice_value=self.slice_value,
        )
        return rows_under_test(reader, self.run_id, rows, self.system_id)


def text_of(row: Row, column: str) -> str:
    """Return a column as text, empty if it is null."""
    value = row[column]
    return "" if value is None else str(value)


def number_of(row: Row, column: str) -> float | None:
    """Return a column as a number, None if it is null or not a finite number."""
    value = row[column]
    if value is None or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def count_of(row: Row, column: str) -> int:
    """Return a count, 0 if it is null."""
    return int(number_of(row, column) or 0)


def chosen_validator(rows: list[Row], validator_id: str | None) -> str | None:
    """
    Return the validator whose rows to draw: the given one, else the primary one.

    Without a primary validator it is the first by name. None if there are no rows of it.
    """
    names = sorted({text_of(row, "validator_id") for row in rows})
    if validator_id is not None:
        return validator_id if validator_id in names else None
    primary = sorted({text_of(row, "validator_id") for row in rows if row["is_primary_validator"]})
    return next(iter([*primary, *names]), None)


def rows_under_test(
    reader: RowReader, run_id: str, rows: list[Row], system_id: str | None = None
) -> list[Row]:
    """
    Return the rows of a system, or, without one, of all systems except the controls of the run.

    Controls answer without knowledge; their rows are returned only if there are no others.
    """
    if system_id is not None:
        return kept(rows, system_id=system_id)
    controls = controls_of(reader, run_id)
    tested = [row for row in rows if text_of(row, "system_id") not in controls]
    return tested or rows


def kept(rows: list[Row], **wanted: str | None) -> list[Row]:
    """
    Return the rows whose columns have the wanted values; None accepts any value.

    >>> kept([{"system_id": "a"}, {"system_id": "b"}], system_id="b")
    [{'system_id': 'b'}]
    """
    fixed = {column: value for column, value in wanted.items() if value is not None}
    return [row for row in rows if all(text_of(row, column) == fixed[column] for column in fixed)]
