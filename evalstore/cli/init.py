"""``evalstore init``: make a store."""

import click

from evalstore.base.phrases import counted
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json
from evalstore.store.layout import Layout


@click.command()
@json_option
@store_option
def init(layout: Layout, as_json: bool) -> None:
    """Make a store; one that is there already stays as it is.

    Example:

    \b
        evalstore init --store warehouse
    """
    from evalstore.store.log.fold import fold

    existed = layout.exists()
    layout.create()
    folded = fold(layout)
    if as_json:
        print_json({"store": str(layout.root), "existed": existed, "tree_size": folded.tree_size})
    elif existed:
        click.echo(f"{layout.root} is a store already, with {counted(folded.tree_size, 'event')}")
    else:
        click.echo(f"made a store in {layout.root}")
