"""``evalstore publish``: write the log and the facts as tables of a data lake."""

import click

from evalstore.base.phrases import counted
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_state
from evalstore.store.layout import Layout


@click.command()
@click.argument("table_uri", metavar="URL")
@click.option(
    "--format", "format_name", type=click.Choice(["delta"]), default="delta", show_default=True,
    help="The format of the tables.",
)  # fmt: skip
@click.option("--compact", is_flag=True, help="Put small files of the tables together as well.")
@click.option(
    "--log-only", is_flag=True, help="Write the log alone: a job computes the facts from it."
)
@json_option
@store_option
def publish(
    layout: Layout,
    table_uri: str,
    format_name: str,
    *,
    compact: bool,
    log_only: bool,
    as_json: bool,
) -> None:
    """Write what is new in the log and the facts to Delta tables below URL.

    Definitions, and the log and facts of what is written, are compared with the segments first;
    exits 4 if they differ. Each event is written once, however often this is called; a call that
    was broken off is made up for by the next. URL is a folder or the address of object storage,
    whose secrets come from the environment. Needs `evalstore[lake]`.

    Example:

    \b
        evalstore publish lake
        evalstore publish s3://evaluations/lake --compact
    """
    from evalstore.scale.lake.publish import publish as published_tables
    from evalstore.store.query.reader import reading

    tables = []
    for table in published_tables(layout, table_uri, is_compacting=compact, is_log_only=log_only):
        tables.append(table)
        if not as_json:
            behind = ", which had stayed behind" if table.is_caught_up else ""
            click.echo(f"{table.name}: {counted(table.row_count, 'row')} written{behind}")
    # Only now: facts of another version are recomputed before they are published.
    with reading(layout) as reader:
        print_state(reader)
    if as_json:
        print_json(
            {
                "uri": table_uri,
                "format": format_name,
                "event_count": max(table.event_count for table in tables),
                "tables": [table.to_dict() for table in tables],
            }
        )
        return
    removed = sum(table.removed_file_count for table in tables)
    put_together = f", {counted(removed, 'small file')} put together" if compact else ""
    click.echo(
        f"{table_uri} stands at {counted(max(item.event_count for item in tables), 'event')}"
        f"{put_together}"
    )
