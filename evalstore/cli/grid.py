"""``evalstore grid``: write a page of cases by systems or runs."""

from pathlib import Path
from typing import Literal

import click

from evalstore.api.store import Store
from evalstore.cli._options import NEWEST_RUN, json_option, run_options, store_option
from evalstore.cli._printing import print_json, print_note


@click.command()
@run_options(
    "runs", f"{NEWEST_RUN}; with --by run, the newest five of its suite", ", all of one suite"
)
@click.option(
    "--suite",
    metavar="NAME",
    help="Select a suite, without --run. Default: that of the newest run.",
)
@click.option(
    "--by", type=click.Choice(("system", "run")), default="system", show_default=True,
    help="Put side by side the systems of a run, or the runs of a system.",
)  # fmt: skip
@click.option(
    "--system", "systems", metavar="ID", multiple=True, help="Show only this system; repeatable."
)
@click.option(
    "--metric", "metrics", metavar="NAME", multiple=True,
    help="Also show the value of this metric for each case; repeatable.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default="grid.html", show_default=True,
    metavar="FILE", help="Write the page to this file.",
)  # fmt: skip
@json_option
@store_option
def grid(
    store: Store,
    runs: tuple[str, ...],
    suite: str | None,
    by: Literal["system", "run"],
    systems: tuple[str, ...],
    metrics: tuple[str, ...],
    output: Path,
    as_json: bool,
) -> None:
    """Write one self-contained page of cases by systems or runs, with replies side by side.

    Rows are cases, columns the systems of a run or the runs of a system; each cell has the reply,
    its verdict, score and confidence. The page filters, sorts and searches in the browser.
    Definitions and the facts of the runs are checked first; exits 4 if they do not match the
    segments.

    Example:

    \b
        evalstore grid -o grid.html
        evalstore grid --by run --system maia --suite hallucination -o grid.html
        evalstore grid --run r1 --run r2 --metric brier -o grid.html
    """
    store.grid(
        output, runs=runs, suite=suite, by=by, systems=systems, metrics=metrics,
        on_note=print_note,
    )  # fmt: skip
    if as_json:
        print_json({"grid": str(output), "bytes": output.stat().st_size})
    else:
        click.echo(f"wrote {output}")
