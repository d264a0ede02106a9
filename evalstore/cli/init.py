"""``evalstore init``: make a store."""

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json


@click.command()
@json_option
@store_option
def init(store: Store, as_json: bool) -> None:
    """Create a store; an existing store is left unchanged.

    Example:

    \b
        evalstore init --store warehouse
    """
    existed = store.exists()
    folded = store.create()
    if as_json:
        print_json({"store": str(store.folder), "existed": existed, "tree_size": folded.tree_size})
    elif existed:
        click.echo(f"{store.folder} is already a store, with {counted(folded.tree_size, 'event')}")
    else:
        click.echo(f"created a store in {store.folder}")
