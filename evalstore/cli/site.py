"""``evalstore site``: write a folder of static pages for a page host."""

from pathlib import Path

import click

from evalstore.base.phrases import counted
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_state
from evalstore.cli._progress import progress_shown
from evalstore.store.layout import Layout


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--limit", "run_limit", type=click.IntRange(1), default=30, show_default=True,
    help="How many of the newest runs have a report; trends are of all runs.",
)  # fmt: skip
@click.option("--branch", metavar="BRANCH", help="Only runs of this branch; else of all.")
@click.option(
    "--url", "address", metavar="URL", default="",
    help="Where the site stands, for the links of its feed.",
)  # fmt: skip
@json_option
@store_option
def site(
    layout: Layout,
    folder: Path,
    run_limit: int,
    branch: str | None,
    address: str,
    as_json: bool,
) -> None:
    """Write a dashboard as static pages into DIR, for GitHub Pages, GitLab Pages or any host.

    An index with the newest decisions, a page of trends for each suite, a report of each of the
    newest runs, badges, and a feed. A later call writes what changed and removes what is no
    longer; files that it did not make stay as they are.

    Example:

    \b
        evalstore site public
        evalstore site public --branch main --limit 100 --url https://example.org/evals/
    """
    from evalstore.reviews.site.build import SiteOptions, build
    from evalstore.store.query.reader import reading

    layout.require_outside(folder)
    base = f"{address.rstrip('/')}/" if address else ""
    options = SiteOptions(run_limit, branch, base)
    words = "writing reports"
    with reading(layout) as reader, progress_shown(words, is_quiet=as_json) as progress:
        made = build(reader, folder, layout.root.resolve().name, options, progress)
        if not as_json:
            print_state(reader)
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
