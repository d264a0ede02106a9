"""``evalstore failures``: list failed attempts with their reasons."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from evalstore.api.store import Store
from evalstore.base.phrases import bracketed
from evalstore.cli import _rows
from evalstore.cli._options import json_flag, run_option, store_option
from evalstore.cli._printing import print_note, print_sentence


@click.command()
@click.option("--by", type=click.Choice(["tag", "reason"]), help="Count them by tag or reason.")
@click.option(
    "--metric",
    metavar="METRIC",
    help="List only failures that this metric counted, and attempts it left out, with the reason.",
)
@click.option("--variant", metavar="KEY=VALUE", help="Select a variant of the metric.")
@run_option
@click.option("--system", metavar="ID", help="Select a system.")
@click.option("--validator", metavar="ID", help="Select a validator.")
@click.option(
    "--limit", "row_limit", type=click.IntRange(min=1), default=1000, show_default=True,
    help="Print at most this many rows; a note says if there are more.",
)  # fmt: skip
@_rows.row_format_option
@_rows.output_option
@json_flag
@store_option
def failures(
    store: Store,
    row_limit: int,
    row_format: str | None,
    output: Path | None,
    as_json: bool,
    **query: Any,
) -> None:
    """List the attempts that are not correct, with prompt, response, verdict and reason.

    attempt_count is the number of attempts at the case, failing_attempt_count how many failed. If
    there is no answer, the reason is the error of the system or its service. --by reason prints
    each reason once, with an example. Before a file is written, the checks of `show` are made.

    Example:

    \b
        evalstore failures --run r1
        evalstore failures --run r1 --by reason
        evalstore failures --by tag
        evalstore failures --metric ece --run r1
    """
    chosen = _rows.chosen_format(row_format, as_json, output)
    if output is not None:
        store.require_outside(output)
    result = store.failures(
        limit=row_limit + 1,
        typed=chosen == "parquet",
        check=output is not None,
        on_note=print_note,
        **query,
    )
    _rows.write_rows(result.head(row_limit), chosen, output, _with_tags)
    if len(result) > row_limit:
        print_sentence(
            f"found more rows than --limit {row_limit}; raise --limit to see them", err=True
        )


def _with_tags(
    columns: Sequence[str], rows: Sequence[Sequence[object]]
) -> list[tuple[object, ...]]:
    """Return the rows with the kinds of failure formatted as tags."""
    return [
        tuple(
            " ".join(bracketed(value)) or None
            if name == "taxonomy" and isinstance(value, list)
            else value
            for name, value in zip(columns, row, strict=True)
        )
        for row in rows
    ]
