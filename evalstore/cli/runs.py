"""``evalstore runs``: the runs of a store."""

import click

from evalstore.api.store import Store
from evalstore.base.phrases import short_commit
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_note, print_sentence, print_table, records
from evalstore.store.query.result import Result

# Columns that are shown only if a run has a value.
SOMETIMES = ("task_id", "eval_set_id", "retry_of", "control_count")


@click.command()
@json_option
@store_option
def runs(store: Store, as_json: bool) -> None:
    """List the runs: suite, status, start, commit, and the run that they retry.

    Example:

    \b
        evalstore runs
    """
    result = store.runs(typed=False, on_note=print_note)
    if as_json:
        print_json(records(result.columns, result.rows()))
    elif result:
        print_table(*_narrowed(result.columns, _with_short_commits(result)))
    else:
        print_sentence("no runs yet; run `evalstore ingest PATH` to add some")


def _with_short_commits(result: Result) -> list[list[object]]:
    """Return the rows of a table; JSON has the whole hashes."""
    place = result.columns.index("git_sha")
    return [
        [*row[:place], short_commit(str(row[place] or "")) or None, *row[place + 1 :]]
        for row in result.rows()
    ]


def _narrowed(
    columns: list[str], rows: list[list[object]]
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
