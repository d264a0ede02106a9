"""Read the store for charts and reports: one SELECT from a file, and typed columns."""

import math
from dataclasses import dataclass
from typing import Protocol

from evalstore.base import sql_files
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.statistics.controls import controls_of
from evalstore.store.query.queries import Queryable

Row = dict[str, object]


class RowReader(Queryable, Protocol):
    """Anything that answers one read-only SELECT."""


def query(name: str) -> str:
    """
    Return the text of one query file.

    >>> query("reliability_bins").splitlines()[0]
    "-- One run's bins of stated confidence, for every system, validator and variant."
    """
    return sql_files.read(f"sql/charts/{name}")


@dataclass(frozen=True)
class ChartScope:
    """The run, slice, system and judgements that a chart is about; None leaves a column open."""

    run_id: str
    system_id: str | None = None
    validator_id: str | None = None
    slice_name: str = "all"
    slice_value: str = "all"
    variant: str | None = None

    @property
    def run(self) -> str:
        """Return the run as a note names it."""
        return one_line(self.run_id, 40)

    @property
    def part(self) -> str:
        """Return the slice as a note goes on with it, empty for all cases."""
        if self.slice_name == "all":
            return ""
        return f", {one_line(self.slice_name, 30)} = {one_line(self.slice_value, 30)}"

    def rows(self, reader: RowReader, name: str) -> list[Row]:
        """Run a chart's query of a run and a slice, and keep the rows of the system."""
        found = reader.rows(
            query(name),
            run_id=self.run_id,
            slice_name=self.slice_name,
            slice_value=self.slice_value,
        )
        return rows_under_test(reader, self.run_id, found, self.system_id)


def text_of(row: Row, column: str) -> str:
    """Return a column as text, empty where it is null."""
    value = row[column]
    return "" if value is None else str(value)


def number_of(row: Row, column: str) -> float | None:
    """Return a column as a number, None where it is null or no finite number."""
    value = row[column]
    if value is None or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def count_of(row: Row, column: str) -> int:
    """Return a count, nought where it is null."""
    return int(number_of(row, column) or 0)


def chosen_validator(rows: list[Row], validator_id: str | None) -> str | None:
    """
    Return the validator whose rows to draw: the one asked for, else the primary one.

    Where a run has no primary validator it is the first by name; charts name it either way.
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
    Keep the rows of a system, without one those of all but the controls of the run.

    Controls know nothing; where the run has nothing else they are drawn.
    """
    if system_id is not None:
        return kept(rows, system_id=system_id)
    controls = controls_of(reader, run_id)
    tested = [row for row in rows if text_of(row, "system_id") not in controls]
    return tested or rows


def kept(rows: list[Row], **wanted: str | None) -> list[Row]:
    """
    Keep the rows whose columns have the wanted values; None wants anything.

    >>> kept([{"system_id": "a"}, {"system_id": "b"}], system_id="b")
    [{'system_id': 'b'}]
    """
    asked = {column: value for column, value in wanted.items() if value is not None}
    return [row for row in rows if all(text_of(row, column) == asked[column] for column in asked)]
