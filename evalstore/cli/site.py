"""``evalstore site``: write a folder of static pages for a page host."""

from pathlib import Path
from typing import Any

import click

from evalstore.api.notes import ignore
from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_note
from evalstore.cli._progress import progress_shown


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--limit", type=click.IntRange(1), default=30, show_default=True,
    help="How many of the newest runs have a report; trends are of all runs.",
)  # fmt: skip
@click.option("--branch", metavar="BRANCH", help="Only runs of this branch; else of all.")
@click.option(
    "--url", metavar="URL", default="",
    help="Where the site stands, for the links of its feed.",
)  # fmt: skip
@json_option
@store_option
def site(store: Store, folder: Path, as_json: bool, **options: Any) -> None:
    """Write a dashboard as static pages into DIR, for GitHub Pages, GitLab Pages or any host.

    An index with the newest decisions, a page of trends for each suite, a report of each of the
    newest runs, badges, and a feed. A later call writes what changed and removes what is no
    longer; files that it did not make stay as they are.

    Example:

    \b
        evalstore site public
        evalstore site public --branch main --limit 100 --url https://example.org/evals/
    """
    with progress_shown("writing reports", is_quiet=as_json) as on_progress:
        made = store.site(
            folder,
            on_progress=on_progress,
            on_note=ignore if as_json else print_note,
            **options,
        )
    if as_json:
        print_json(
            {
                "site": str(folder),
                "index": str(folder / "index.html"),
                "written": sorted(made.written),
                "kept_count": len(made.kept),
                "removed": sorted(made.removed),
            }
        )
        return
    removed = f", removed {len(made.removed)}" if made.removed else ""
    click.echo(
        f"wrote {counted(len(made.written), 'file')}, kept {len(made.kept)}{removed}: "
        f"{folder / 'index.html'}"
    )
