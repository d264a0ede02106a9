"""Output of ``evalstore report --format obsidian``."""

from collections.abc import Sequence
from pathlib import Path

import click

from evalstore.base.phrases import counted
from evalstore.cli._printing import print_json, print_state
from evalstore.errors import UsageError
from evalstore.store.layout import Layout


def write(
    layout: Layout,
    folder: Path | None,
    page_format: str | None,
    run_ids: Sequence[str],
    *,
    as_json: bool,
) -> None:
    """
    Write the notes of runs into a folder and print their number.

    Raises UsageError without a folder, or for a folder with another format.
    """
    from evalstore.reviews.vault.vault import write_vault
    from evalstore.store.query.reader import reading

    if folder is None or page_format != "obsidian":
        raise UsageError(
            "--format obsidian writes into a folder, and only it does: "
            "`evalstore report --format obsidian DIR`; other formats go to --output FILE"
        )
    layout.require_outside(folder)
    with reading(layout) as reader:
        made = write_vault(reader, run_ids, folder)
        if not as_json:
            print_state(reader)
    if as_json:
        print_json(
            {
                "vault": str(folder),
                "format": page_format,
                "written": sorted(set(made.written)),
                "kept_count": len(made.kept),
                "no_longer_failing": made.marked,
            }
        )
        return
    marked = f", marked {len(made.marked)} as no longer failing" if made.marked else ""
    click.echo(
        f"wrote {counted(len(set(made.written)), 'file')}, kept {len(made.kept)}{marked}: {folder}"
    )
