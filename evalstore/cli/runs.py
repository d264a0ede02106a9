"""``evalstore runs``: the runs of a store."""

import click

from evalstore.base import sql_files
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_state, print_table, records
from evalstore.running.unfinished import unfinished_advice
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

# Columns that are shown only if a run has a value.
SOMETIMES = ("task_id", "eval_set_id", "retry_of", "control_count")


@click.command()
@json_option
@store_option
def runs(layout: Layout, as_json: bool) -> None:
    """List the runs: suite, how they ended, when and from which commit, and what they retry.

    Example:

    \b
        evalstore runs
    """
    with reading(layout) as reader:
        columns, rows = reader.table(sql_files.read("sql/queries/runs"))
        print_state(reader)
        for advice in unfinished_advice(reader):
            click.echo(advice, err=True)
    if as_json:
        print_json(records(columns, rows))
    elif rows:
        print_table(*_narrowed(columns, rows))
    else:
        click.echo("no runs yet; `evalstore ingest PATH` brings some")


def _narrowed(
    columns: list[str], rows: list[tuple[object, ...]]
) -> tuple[list[str], list[list[object]]]:
    """Return columns and rows without the optional columns that are empty in all runs."""
    places = [
        place
        for place, name in enumerate(columns)
        if name not in SOMETIMES or any(row[place] is not None for row in rows)
    ]
    return (
        [columns[place] for place in places],
        [[row[place] for place in places] for row in rows],
    )
