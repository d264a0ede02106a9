"""``evalstore report``: write a self-contained page."""

from pathlib import Path
from typing import Literal

import click

from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_state
from evalstore.errors import StoreError, UsageError
from evalstore.store.layout import Layout


@click.command()
@click.argument("folder", metavar="[DIR]", type=click.Path(path_type=Path), required=False)
@click.option(
    "--run", "run_ids", metavar="RUN", multiple=True,
    help="The run to show; repeatable. The default shows the newest and lists the others.",
)  # fmt: skip
@click.option(
    "--compare", "base", metavar="BASE",
    help="Hold the run, the newest unless named, against another: a run id, or last-green, "
    "branch:NAME, tag:NAME, commit:SHA.",
)  # fmt: skip
@click.option(
    "--format", "page_format", type=click.Choice(["html", "markdown", "obsidian"]),
    default=None, help="The default follows the ending of the output; obsidian writes into DIR.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default="report.html", show_default=True,
    metavar="FILE", help="Where to write the page.",
)  # fmt: skip
@json_option
@store_option
def report(
    layout: Layout,
    folder: Path | None,
    run_ids: tuple[str, ...],
    base: str | None,
    page_format: Literal["html", "markdown", "obsidian"] | None,
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
        evalstore report --run r2 --compare last-green -o report.html
        evalstore report --format obsidian vault/evaluations
    """
    if page_format == "obsidian" or folder is not None:
        if base is not None:
            raise UsageError("--compare goes with html and markdown, not with a vault of notes")
        from evalstore.cli import _vault

        _vault.write(layout, folder, page_format, run_ids, as_json=as_json)
        return
    from evalstore.reviews.report.report import format_of, page
    from evalstore.store.query.reader import reading

    layout.require_outside(output)
    chosen = page_format or format_of(output)
    with reading(layout) as reader:
        text = page(reader, run_ids, chosen, layout.root.resolve().name, base=base)
        print_state(reader)
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StoreError(f"cannot write {output}: {error.strerror}") from error
    if as_json:
        print_json({"report": str(output), "format": chosen, "bytes": output.stat().st_size})
    else:
        click.echo(f"wrote {output}")
