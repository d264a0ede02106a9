"""Output of rows in the selected format."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import click

from evalstore.base.text_table import escaped
from evalstore.cli._printing import (
    csv_text,
    json_text,
    print_json,
    print_table,
    print_text,
    records,
)
from evalstore.errors import StoreError, UsageError
from evalstore.store.query.reader import Reader
from evalstore.store.query.result import Result
from evalstore.store.verify import integrity

# The columns of EXPLAIN, and the first ones of SUMMARIZE.
PLAN = ("explain_key", "explain_value")
SUMMARY = ("column_name", "column_type")
SUMMARY_CHARACTERS_MAX = 24
FORMATS = ("table", "csv", "json", "parquet")

format_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--format", "row_format", type=click.Choice(FORMATS), default=None,
    help="How to print rows; the default is a table.",
)  # fmt: skip
output_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
    help="Write there in place of printing.",
)  # fmt: skip


def chosen_format(row_format: str | None, as_json: bool, output: Path | None) -> str:
    """Return the format: that of ``--format``, ``--json`` or the file extension, in this order."""
    if row_format and as_json and row_format != "json":
        raise UsageError(f"--json and --format {row_format} contradict each other")
    ending = output.suffix.lstrip(".") if output else ""
    chosen = row_format or ("json" if as_json else ending if ending in FORMATS else "table")
    if chosen == "parquet" and output is None:
        raise UsageError("--format parquet needs -o FILE: Parquet is no text")
    return chosen


def require_sound(
    reader: Reader, output: Path | None, run_id: str | None, *, is_newest: bool = False
) -> None:
    """
    Check definitions and the facts of a run, or of all runs, if rows are written to a file.

    ``is_newest`` is True if the run was selected as the newest; runs that were passed over are
    then checked as well. Raises CorruptStoreError if they do not match the segments. A run without
    rows is checked as well, since its rows may have been removed.
    """
    if output is None:
        return
    rows: list[dict[str, object]] = [{"run_id": run_id}]
    if run_id is None:
        rows = reader.rows("select run_id from facts.runs")
    run_ids = [str(row["run_id"]) for row in rows]
    integrity.require_sound(reader, run_ids, is_newest=run_id is not None and is_newest)


def write_rows(
    columns: Sequence[str],
    rows: Sequence[Sequence[object]],
    row_format: str,
    output: Path | None,
) -> None:
    """
    Print rows, or write them to a file; an empty table still has its header.

    Parquet is written by ``write_parquet``, from a result that has the types of the columns.
    """
    if output is None:
        _print(columns, rows, row_format)
    elif row_format == "table":
        raise UsageError("a table is for reading; name --format csv, json or parquet with -o")
    else:
        text = (
            csv_text(columns, rows)
            if row_format == "csv"
            else f"{json_text(records(columns, rows))}\n"
        )
        _write_text(text, output)


def write_json(document: object, output: Path | None) -> None:
    """Print a document as JSON, or write it to a file."""
    if output is None:
        print_json(document)
    else:
        _write_text(f"{json_text(document)}\n", output)


def _write_text(text: str, output: Path) -> None:
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StoreError(f"cannot write {output}: {error.strerror}") from error


def write_parquet(result: Result, output: Path | None) -> None:
    """Write a result to a Parquet file, with the types of ``Result.arrow``."""
    from pyarrow import parquet

    assert output is not None
    try:
        parquet.write_table(result.arrow(), output, compression="zstd")
    except OSError as error:
        raise StoreError(f"cannot write {output}: {error.strerror or error}") from error


def _print(columns: Sequence[str], rows: Sequence[Sequence[object]], row_format: str) -> None:
    if row_format == "csv":
        print_text(csv_text(columns, rows), nl=False)
    elif row_format == "json":
        print_json(records(columns, rows))
    elif tuple(columns) == PLAN:
        _print_plan(rows)
    elif tuple(columns[:2]) == SUMMARY and "approx_unique" in columns:
        print_table(columns, [[_short(value) for value in row] for row in rows])
    else:
        print_table(columns, rows)


def _print_plan(rows: Sequence[Sequence[object]]) -> None:
    """Print query plans as DuckDB draws them, over several lines."""
    for _, plan in rows:
        for line in str(plan).splitlines():
            click.echo(escaped(line))


def _short(value: object) -> object:
    if isinstance(value, str) and len(value) > SUMMARY_CHARACTERS_MAX:
        return f"{value[:SUMMARY_CHARACTERS_MAX]}…"
    return float(value) if isinstance(value, Decimal) else value
