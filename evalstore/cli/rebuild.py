"""``evalstore rebuild``: rebuild the database from the segments."""

from pathlib import Path

import click

from evalstore.api.notes import ignore
from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_note


@click.command()
@click.option(
    "--at", "tree_size", type=click.IntRange(min=0), metavar="SIZE",
    help="Rebuild the state when the log had SIZE events; needs -o.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
    help="Write this new file instead of the store's database; needs --at.",
)  # fmt: skip
@json_option
@store_option
def rebuild(store: Store, tree_size: int | None, output: Path | None, as_json: bool) -> None:
    """Create the database again from the segments alone: same root, same metrics.

    A folder that contains only `segments` becomes a store again.

    Example:

    \b
        evalstore rebuild
        evalstore rebuild --at 1200 -o then.duckdb
    """
    # JSON has the rewritten checkpoints itself.
    on_note = ignore if as_json else print_note
    built = store.rebuild(at=tree_size, output=output, on_note=on_note)
    if as_json:
        print_json(
            {
                "database": str(built.database),
                "tree_size": built.tree_size,
                "root": built.root,
                "segment_count": built.segment_count,
                "rewritten_checkpoints": list(built.rewritten_checkpoints),
            }
        )
        return
    click.echo(
        f"{built.database}: {counted(built.tree_size, 'event')} from "
        f"{counted(built.segment_count, 'segment')}, "
        f"root {built.root}"
    )
