"""``evalstore verify``: check that the store contains exactly the appended events."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_sentence

if TYPE_CHECKING:
    from evalstore.store.verify.verify import Verified


@click.command()
@click.option(
    "--against", type=click.Path(path_type=Path), metavar="CHECKPOINT",
    help="Compare with a checkpoint kept elsewhere; exit 1 if the log does not continue it.",
)  # fmt: skip
@click.option(
    "--since", type=click.Path(path_type=Path), metavar="CHECKPOINT",
    help="Read only the events after this checkpoint of a verified store, and compare the bytes "
        "of earlier segments with it.",
)  # fmt: skip
@click.option(
    "--allow-unverified", is_flag=True,
    help="Exit 0 if a partial replica leaves events out and all others are verified.",
)  # fmt: skip
@json_option
@store_option
def verify(
    store: Store,
    against: Path | None,
    since: Path | None,
    *,
    allow_unverified: bool,
    as_json: bool,
) -> int:
    """Recompute every hash, the root and the facts; compare checksums, triggers and views.

    Exits 1 if something does not match, and prints its position; 3 if a partial replica leaves out
    events, which cannot be verified here. With --since, only rows of the database and facts of
    runs with events after the checkpoint are compared.

    Example:

    \b
        evalstore verify --against ~/kept/1000.json
        evalstore verify --since ~/kept/1000.json
    """
    verified = store.verify(against=against, since=since)
    is_whole = allow_unverified or not verified.left_out_count
    exit_code = (0 if is_whole else 3) if verified.holds else 1
    if as_json:
        print_json({**asdict(verified), "holds": verified.holds})
        return exit_code
    _print(verified)
    return exit_code


def _print(verified: "Verified") -> None:
    """Print findings, the parts that were not read, and how much of the log is verified."""
    for finding in verified.findings:
        place = "" if finding.position is None else f" at position {finding.position}"
        print_sentence(f"{finding.what}{place}: {finding.detail}")
    if verified.older_count:
        print_sentence(
            f"{counted(verified.older_count, 'segment')} written before ingest_recorded existed, "
            "with a footer that the root does not cover"
        )
    if verified.left_out_count:
        print_sentence(
            f"{counted(verified.unverified_count, 'event')} unverified, in "
            f"{counted(verified.left_out_count, 'segment')} that this partial replica leaves out: "
            "their number, the root before the segments here and the facts of their runs are the "
            "remote's statements; run `evalstore verify` in a whole replica to check them"
        )
    if verified.unchanged_count:
        print_sentence(
            f"the segments of the first {counted(verified.unchanged_count, 'event')} match the "
            "bytes in the checkpoint; they were not read again"
        )
    if not verified.holds:
        unsound = counted(len(verified.findings), "problem was found", "problems were found")
        print_sentence(unsound, err=True)
        return
    total = f" of {verified.tree_size}" if verified.unverified_count else ""
    print_sentence(
        f"{verified.verified_count}{total} {'event' if verified.tree_size == 1 else 'events'} in "
        f"{counted(verified.segment_count, 'segment verified', 'segments verified')}; root "
        f"{verified.root}"
    )
