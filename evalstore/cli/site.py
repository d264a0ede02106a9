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
    help="Write a report for this many newest runs; trends cover all runs.",
)  # fmt: skip
@click.option("--branch", metavar="BRANCH", help="Select a branch. Default: all branches.")
@click.option(
    "--url", metavar="URL", default="",
    help="Use this address of the site in the links of its feed.",
)  # fmt: skip
@click.option(
    "--grids", is_flag=True,
    help="Also write a grid for each run with a report: replies of all systems side by side.",
)  # fmt: skip
@json_option
@store_option
def site(store: Store, folder: Path, as_json: bool, **options: Any) -> None:
    """Write a dashboard as static pages into DIR, for GitHub Pages, GitLab Pages or any host.

    The site has an index with the newest decisions, a page of trends for each suite, a report for
    each of the newest runs, badges, and a feed. A later call writes changed pages and removes
    outdated ones; files of others are not touched.

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
