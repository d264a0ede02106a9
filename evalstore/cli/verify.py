"""``evalstore verify``: show that the store is what was appended."""

from dataclasses import asdict
from pathlib import Path

import click

from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json
from evalstore.store.layout import Layout


@click.command()
@click.option(
    "--against", type=click.Path(path_type=Path), metavar="CHECKPOINT",
    help="A checkpoint kept elsewhere: exit 1 unless this store continues it.",
)  # fmt: skip
@json_option
@store_option
def verify(layout: Layout, against: Path | None, as_json: bool) -> int:
    """Recompute every hash, the root, the facts; compare checksums, triggers and views.

    Exits 1 when something does not hold, and says at which position.

    Example:

    \b
        evalstore verify --against ~/kept/1000.json
    """
    from evalstore.store.verify import verify as verify_store

    verified = verify_store(layout, against)
    if as_json:
        print_json({**asdict(verified), "holds": verified.holds})
        return 0 if verified.holds else 1
    for finding in verified.findings:
        place = "" if finding.position is None else f" at position {finding.position}"
        click.echo(f"{finding.what}{place}: {finding.detail}")
    if verified.older_count:
        click.echo(
            f"{verified.older_count} segments from before ingest_recorded: their footers are in "
            "no tree"
        )
    if verified.holds:
        click.echo(
            f"{verified.tree_size} events in {verified.segment_count} segments hold; "
            f"root {verified.root}"
        )
        return 0
    click.echo(f"{len(verified.findings)} things do not hold", err=True)
    return 1
