"""``evalstore report``: write a self-contained page."""

from pathlib import Path

import click

from evalstore import queries
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_unfolded
from evalstore.errors import StoreError
from evalstore.store.layout import Layout


@click.command()
@click.option(
    "--run", "run_ids", metavar="RUN", multiple=True,
    help="Only this run; repeatable. The default is every run.",
)  # fmt: skip
@click.option(
    "--format", "page_format", type=click.Choice(["html", "markdown"]), default=None,
    help="The default follows the ending of the output.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default="report.html", show_default=True,
    metavar="FILE", help="Where to write the page.",
)  # fmt: skip
@json_option
@store_option
def report(
    layout: Layout,
    run_ids: tuple[str, ...],
    page_format: str | None,
    output: Path,
    as_json: bool,
) -> None:
    """Write one self-contained page: runs, metrics with intervals, gates, failing cases.

    Definitions and the facts of the runs shown in full are checked first; exits 4 where they are
    not what this installation makes of the segments.

    Example:

    \b
        evalstore report -o report.html
        evalstore report --run r1 --format markdown -o report.md
    """
    from datetime import UTC, datetime

    from evalstore.reports.gathering import runs_in_full, store_information
    from evalstore.reports.report import render_html, render_markdown
    from evalstore.store import integrity
    from evalstore.store.reader import reading

    layout.require_outside(output)
    chosen = page_format or ("markdown" if output.suffix == ".md" else "html")
    with reading(layout) as reader:
        integrity.require(integrity.definition_problems(reader))
        for run_id in run_ids:
            queries.run_status(reader, run_id)
        integrity.require(integrity.fact_problems(reader, run_ids or runs_in_full(reader)))
        print_unfolded(reader)
        render = render_markdown if chosen == "markdown" else render_html
        information = store_information(reader, layout.root.resolve().name)
        text = render(reader, list(run_ids) or None, datetime.now(UTC), information)
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StoreError(f"cannot write {output}: {error.strerror}") from error
    if as_json:
        print_json({"report": str(output), "format": chosen, "bytes": output.stat().st_size})
    else:
        click.echo(f"wrote {output}")
