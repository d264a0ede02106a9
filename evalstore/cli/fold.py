"""``evalstore fold``: move accepted events into the log."""

import click

from evalstore.api.notes import ignore
from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_note
from evalstore.errors import StoreBusyError


@click.command()
@click.option(
    "--wait", "wait_seconds", type=float, default=10.0, show_default=True, metavar="SECONDS",
    help="Wait this long if another process has locked the store.",
)  # fmt: skip
@json_option
@store_option
def fold(store: Store, wait_seconds: float, as_json: bool) -> None:
    """Fold the inbox: drop duplicates, write a segment, compute the facts.

    Example:

    \b
        evalstore fold
    """
    # JSON has the rewritten checkpoints itself.
    on_note = ignore if as_json else print_note
    folded = store.fold(wait_seconds=wait_seconds, on_note=on_note)
    if as_json:
        print_json(folded.to_dict())
    if not folded.is_folded:
        raise StoreBusyError(f"not folded: {folded.holder}; the events stay in the inbox")
    if as_json:
        return
    for name in folded.recovered_segments:
        click.echo(f"finished segment {name}, which a crash had left incomplete", err=True)
    counts = folded.counts
    click.echo(
        f"new {counts.new}, revised {counts.revised}, duplicate {counts.duplicate}; "
        f"the log has {counted(folded.tree_size, 'event')}, root {folded.root[:16]}"
    )
    for warning in folded.warnings:
        click.echo(f"warning: {escaped(warning)}", err=True)
