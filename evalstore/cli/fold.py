"""``evalstore fold``: put accepted events into the log."""

from dataclasses import asdict

import click

from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, say_rewritten
from evalstore.store.layout import Layout


@click.command()
@click.option(
    "--wait", "wait_seconds", type=float, default=10.0, show_default=True, metavar="SECONDS",
    help="How long to wait for another process that holds the store.",
)  # fmt: skip
@json_option
@store_option
def fold(layout: Layout, wait_seconds: float, as_json: bool) -> None:
    """Fold the inbox: drop duplicates, write a segment, compute the facts.

    Example:

    \b
        evalstore fold
    """
    from evalstore.store.fold import fold as fold_inbox

    folded = fold_inbox(layout, wait_seconds=wait_seconds)
    if as_json:
        print_json(asdict(folded))
        return
    if not folded.is_folded:
        click.echo(f"not folded: {folded.holder}; the events stay in the inbox", err=True)
        return
    say_rewritten(folded.rewritten_checkpoints)
    for name in folded.recovered_segments:
        click.echo(f"finished segment {name}, which a crash had left", err=True)
    counts = folded.counts
    click.echo(
        f"new {counts.new}, revised {counts.revised}, duplicate {counts.duplicate}; "
        f"the log has {folded.tree_size} events, root {folded.root[:16]}"
    )
