"""``evalstore query``: one read-only statement, with limited memory and time."""

import sys
from pathlib import Path

import click

from evalstore.api.store import Store
from evalstore.cli import _rows
from evalstore.cli._options import json_flag, run_options, store_option
from evalstore.cli._printing import print_note
from evalstore.cli._progress import progress_shown
from evalstore.errors import QueryError, UsageError


@click.command()
@click.argument("sql")
@click.option(
    "--param", "parameters", multiple=True, metavar="NAME=VALUE",
    help="Set the value of $NAME in the statement; repeatable.",
)  # fmt: skip
@click.option(
    "--timeout", "timeout_seconds", type=click.FloatRange(min=0.1), default=60.0,
    show_default=True, metavar="SECONDS", help="Stop the statement after this time.",
)  # fmt: skip
@click.option(
    "--memory", "memory_limit", default="2GB", show_default=True, metavar="SIZE",
    help="Limit the memory of the statement.",
)  # fmt: skip
@click.option(
    "--at", type=click.IntRange(min=1), metavar="SIZE",
    help="Read facts and metrics as of SIZE events, computed from the segments.",
)  # fmt: skip
@run_options("at_runs", "all runs", ", with --at")
@_rows.row_format_option
@_rows.output_option
@json_flag
@store_option
def query(
    store: Store,
    sql: str,
    parameters: tuple[str, ...],
    timeout_seconds: float,
    memory_limit: str,
    at: int | None,
    at_runs: tuple[str, ...],
    row_format: str | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Run one read-only statement without access to files or network; `-` reads stdin.

    It may be SELECT, FROM, WITH, VALUES, PIVOT, UNPIVOT, DESCRIBE, SUMMARIZE, SHOW or EXPLAIN.
    `evalstore tables` lists the tables. The database is not checked first, not even for a file;
    `evalstore verify` compares it with the segments.

    Example:

    \b
        evalstore query "select * from metrics.accuracy where slice_name = 'all'"
        evalstore query "from facts.runs where run_id = \\$run" --param run=r1 --format csv
        evalstore query "from metrics.accuracy" --at 1450 --run r1
    """
    chosen = _rows.chosen_format(row_format, as_json, output)
    if output is not None:
        store.require_outside(output)
    values = dict(_parameter(text) for text in parameters)
    text = _stdin() if sql == "-" else sql
    with (
        progress_shown("runs computed", is_quiet=as_json or at is None) as on_progress,
        store.bounded_query(
            text,
            values,
            timeout_seconds=timeout_seconds,
            memory_limit=memory_limit,
            at=at,
            at_runs=at_runs,
            typed=chosen == "parquet",
            on_note=print_note,
            on_progress=on_progress,
        ) as result,
    ):
        if chosen != "parquet" and not result and text.lstrip()[:4].lower() == "show":
            click.echo(
                "the store has no tables of your own; run `evalstore tables` to list its tables",
                err=True,
            )
        _rows.write_rows(result, chosen, output)


def _stdin() -> str:
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise QueryError(
            f"stdin is not UTF-8 at byte {error.start}; expected a statement in UTF-8"
        ) from error


def _parameter(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise UsageError(f"--param {text!r}; expected NAME=VALUE, NAME as in $NAME")
    return name, value
