"""``evalstore verify``: check that the store holds exactly what was appended."""

from dataclasses import asdict
from pathlib import Path

import click

from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json
from evalstore.phrases import counted
from evalstore.store.layout import Layout


@click.command()
@click.option(
    "--against", type=click.Path(path_type=Path), metavar="CHECKPOINT",
    help="A checkpoint kept elsewhere: exit 1 unless this store continues it.",
)  # fmt: skip
@click.option(
    "--since", type=click.Path(path_type=Path), metavar="CHECKPOINT",
    help="A checkpoint of a store that held: read the events after it, and of the segments before "
    "it only whether their bytes are the same.",
)  # fmt: skip
@json_option
@store_option
def verify(layout: Layout, against: Path | None, since: Path | None, *, as_json: bool) -> int:
    """Recompute every hash, the root, the facts; compare checksums, triggers and views.

    Exits 1 when something does not hold, and says at which position. With --since, rows of the
    database and facts of runs are compared where an event came after the checkpoint.

    Example:

    \b
        evalstore verify --against ~/kept/1000.json
        evalstore verify --since ~/kept/1000.json
    """
    from evalstore.store.verify import verify as verify_store

    verified = verify_store(layout, against, since)
    if as_json:
        print_json({**asdict(verified), "holds": verified.holds})
        return 0 if verified.holds else 1
    for finding in verified.findings:
        place = "" if finding.position is None else f" at position {finding.position}"
        click.echo(f"{finding.what}{place}: {finding.detail}")
    if verified.older_count:
        click.echo(
            f"{counted(verified.older_count, 'segment')} from before ingest_recorded, with a "
            "footer that is in no tree"
        )
    if verified.left_out_count:
        click.echo(
            f"{counted(verified.left_out_count, 'segment')} of the remote left out here; what its "
            "log says of them was believed"
        )
    if verified.unchanged_count:
        click.echo(
            f"the segments of the first {counted(verified.unchanged_count, 'event')} have the "
            "bytes that the checkpoint was written of; they were not read again"
        )
    if verified.holds:
        click.echo(
            f"{counted(verified.tree_size, 'event')} in "
            f"{counted(verified.segment_count, 'segment holds', 'segments hold')}; "
            f"root {verified.root}"
        )
        return 0
    unsound = counted(len(verified.findings), "thing does not hold", "things do not hold")
    click.echo(unsound, err=True)
    return 1
