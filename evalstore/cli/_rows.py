"""Output of rows in the selected format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.base.output_file import reporting_unwritable, write_text
from evalstore.base.text_table import escaped
from evalstore.cli._options import format_option
from evalstore.cli._printing import (
    csv_text,
    json_text,
    print_json,
    print_table,
    print_text,
    records,
)
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from evalstore.store.query.result import Result

Columns = Sequence[str]
Rows = Sequence[Sequence[object]]
# The columns of EXPLAIN, and the first ones of SUMMARIZE.
PLAN = ("explain_key", "explain_value")
SUMMARY = ("column_name", "column_type")
FORMATS = ("table", "csv", "json", "parquet")

row_format_option = format_option(
    "row_format",
    ("table", "csv", "parquet"),
    "Print rows in this format. Default: by the ending of -o, or table; for JSON, --json.",
)
output_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
    help="Write to this file instead of printing.",
)  # fmt: skip


def chosen_format(row_format: str | None, as_json: bool, output: Path | None) -> str:
    """Return the format: that of ``--format``, ``--json`` or the file extension, in this order."""
    if row_format and as_json:
        raise UsageError(f"--json and --format {row_format} cannot be combined; leave one out")
    ending = output.suffix.lstrip(".") if output else ""
    chosen = row_format or ("json" if as_json else ending if ending in FORMATS else "table")
    if chosen == "parquet" and output is None:
        raise UsageError("--format parquet needs -o FILE: Parquet is a binary format")
    return chosen


def write_rows(
    result: Result,
    row_format: str,
    output: Path | None,
    cells: Callable[[Columns, Rows], Rows] = lambda _columns, rows: rows,
) -> None:
    """
    Print rows, or write them to a file; an empty table still has its header.

    For Parquet the result needs the types of its columns. ``cells`` formats the rows of a table.
    """
    if output is None:
        columns, rows = result.columns, result.rows()
        _print(columns, cells(columns, rows) if row_format == "table" else rows, row_format)
    elif row_format == "table":
        raise UsageError("-o cannot write a table; name --format csv, json or parquet")
    elif row_format == "parquet":
        _write_parquet(result, output)
    elif row_format == "csv":
        write_text(output, csv_text(result.columns, result.rows()))
    else:
        write_json(records(result.columns, result.rows()), output)


def write_json(document: object, output: Path | None) -> None:
    """Print a document as JSON, or write it to a file."""
    if output is None:
        print_json(document)
    else:
        write_text(output, f"{json_text(document)}\n")


def _write_parquet(result: Result, output: Path) -> None:
    """Write a result to a Parquet file, with the types of ``Result.arrow``."""
    from pyarrow import parquet

    with reporting_unwritable(output):
        parquet.write_table(result.arrow(), output, compression="zstd")


def _print(columns: Columns, rows: Rows, row_format: str) -> None:
    if row_format == "csv":
        print_text(csv_text(columns, rows), nl=False)
    elif row_format == "json":
        print_json(records(columns, rows))
    elif tuple(columns) == PLAN:
        _print_plan(rows)
    elif tuple(columns[:2]) == SUMMARY and "approx_unique" in columns:
        print_table(columns, [[_number(value) for value in row] for row in rows])
    else:
        print_table(columns, rows)


def _print_plan(rows: Rows) -> None:
    """Print query plans as DuckDB draws them, over several lines."""
    for _, plan in rows:
        for line in str(plan).splitlines():
            click.echo(escaped(line))


def _number(value: object) -> object:
    return float(value) if isinstance(value, Decimal) else value
