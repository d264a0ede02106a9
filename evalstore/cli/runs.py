"""``evalstore runs``: the runs of a store."""

import click

from evalstore import sql_files
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_table, records, say_waiting
from evalstore.store.layout import Layout
from evalstore.store.reader import reading


@click.command()
@json_option
@store_option
def runs(layout: Layout, as_json: bool) -> None:
    """List the runs: suite, how they ended, when and from which commit.

    Example:

    \b
        evalstore runs
    """
    with reading(layout) as reader:
        columns, rows = reader.table(sql_files.read("sql/ask/runs"))
        say_waiting(reader)
    if as_json:
        print_json(records(columns, rows))
    elif rows:
        print_table(columns, rows)
    else:
        click.echo("no runs yet; `evalstore ingest PATH` brings some")
