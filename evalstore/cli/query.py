"""``evalstore query``: one read-only statement."""

import sys
from pathlib import Path

import click

from evalstore.cli import _rows
from evalstore.cli._bounds import bounded_memory, ending_after
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import say_waiting
from evalstore.errors import UsageError
from evalstore.store.layout import Layout


@click.command()
@click.argument("sql")
@click.option(
    "--param", "parameters", multiple=True, metavar="NAME=VALUE",
    help="A value for $NAME in the statement; repeatable.",
)  # fmt: skip
@click.option(
    "--timeout", "timeout_seconds", type=click.FloatRange(min=0.1), default=60.0,
    show_default=True, metavar="SECONDS", help="Stop the statement after this long.",
)  # fmt: skip
@click.option(
    "--memory", "memory_limit", default="2GB", show_default=True, metavar="SIZE",
    help="The memory the statement may take.",
)  # fmt: skip
@_rows.format_option
@_rows.output_option
@json_option
@store_option
def query(
    layout: Layout,
    sql: str,
    parameters: tuple[str, ...],
    timeout_seconds: float,
    memory_limit: str,
    row_format: str | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Run one SELECT, read-only, fenced off from files and network; `-` reads stdin.

    Example:

    \b
        evalstore query "select * from metrics.accuracy where slice_name = 'all'"
        evalstore query "from facts.runs where run_id = \\$run" --param run=r1 --format csv
    """
    from evalstore.store.guard import guarded_table
    from evalstore.store.reader import reading

    chosen = _rows.chosen_format(row_format, as_json, output)
    if output is not None:
        layout.require_outside(output)
    values = dict(_parameter(text) for text in parameters)
    text = sys.stdin.read() if sql == "-" else sql
    with reading(layout) as reader:
        say_waiting(reader)
        with bounded_memory(memory_limit):
            with ending_after(timeout_seconds):
                columns, rows = guarded_table(
                    reader,
                    text,
                    values,
                    timeout_seconds=timeout_seconds,
                    memory_limit=memory_limit,
                )
            _rows.give(columns, rows, chosen, output)


def _parameter(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise UsageError(f"--param {text!r}; expected NAME=VALUE")
    return name, value
