"""``evalstore publish``: write the log and the facts as tables of a data lake."""

from typing import TYPE_CHECKING

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.cli._options import json_flag, store_option
from evalstore.cli._printing import print_json, print_note

if TYPE_CHECKING:
    from evalstore.scale.lake.publish import PublishedTable


@click.command()
@click.argument("table_uri", metavar="URL")
@click.option(
    "--format", "format_name", type=click.Choice(["delta"]), default="delta", show_default=True,
    help="Choose the format of the tables.",
)  # fmt: skip
@click.option("--compact", is_flag=True, help="Also merge small files of the tables.")
@click.option(
    "--log-only", is_flag=True, help="Write only the log; a job computes the facts from it."
)
@json_flag
@store_option
def publish(
    store: Store,
    table_uri: str,
    format_name: str,
    *,
    compact: bool,
    log_only: bool,
    as_json: bool,
) -> None:
    """Write what is new in the log and the facts to Delta tables below URL.

    Definitions, and the log and facts of what is written, are compared with the segments first;
    exits 4 if they differ. Each event is written once, however often this is called; the next call
    completes an interrupted one. URL is a folder or the address of object storage, whose secrets
    are read from the environment. Needs `evalstore[lake]`.

    Example:

    \b
        evalstore publish lake
        evalstore publish s3://evaluations/lake --compact
    """
    published = store.publish(
        table_uri, format=format_name, compact=compact, log_only=log_only, on_note=print_note,
        on_table=(lambda _table: None) if as_json else _print_table,
    )  # fmt: skip
    if as_json:
        print_json(published.to_dict())
        return
    removed = sum(table.removed_file_count for table in published.tables)
    put_together = f", {counted(removed, 'small file')} merged" if compact else ""
    click.echo(f"{table_uri} has {counted(published.event_count, 'event')}{put_together}")


def _print_table(table: "PublishedTable") -> None:
    behind = ", which was out of date" if table.is_caught_up else ""
    click.echo(f"{table.name}: {counted(table.row_count, 'row')} written{behind}")
