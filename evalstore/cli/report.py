"""``evalstore report``: write a self-contained page."""

from pathlib import Path
from typing import Literal

import click

from evalstore.api.notes import ignore
from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.cli._options import (
    NEWEST_RUN,
    format_option,
    json_flag,
    run_options,
    store_option,
)
from evalstore.cli._printing import print_json, print_note
from evalstore.errors import UsageError


@click.command()
@click.argument("folder", metavar="[DIR]", type=click.Path(path_type=Path), required=False)
@run_options("runs", f"{NEWEST_RUN}, with a list of the others")
@click.option(
    "--compare", metavar="BASE",
    help="Compare the run (default: the newest) with another: a run id, or last-green, "
        "branch:NAME, tag:NAME, commit:SHA.",
)  # fmt: skip
@format_option(
    "page_format", ("html", "markdown", "obsidian"),
    "Default: by the ending of -o; obsidian writes notes into DIR.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default="report.html", show_default=True,
    metavar="FILE", help="Write the page to this file.",
)  # fmt: skip
@json_flag
@store_option
def report(
    store: Store,
    folder: Path | None,
    runs: tuple[str, ...],
    compare: str | None,
    page_format: Literal["html", "markdown", "obsidian"] | None,
    output: Path,
    as_json: bool,
) -> None:
    """Write one self-contained page: runs, metrics with intervals, gates, failing cases.

    Definitions and the facts of the runs shown in full are checked first; exits 4 if they do not
    match the segments.

    Example:

    \b
        evalstore report -o report.html
        evalstore report --run r1 --format markdown -o report.md
        evalstore report --run r2 --compare last-green -o report.html
        evalstore report --format obsidian vault/evaluations
    """
    if page_format == "obsidian" or folder is not None:
        if compare is not None:
            raise UsageError("--compare works only with --format html or markdown")
        _write_vault(store, folder, page_format, runs, as_json=as_json)
        return
    store.report(output, runs=runs, compare=compare, format=page_format, on_note=print_note)
    if as_json:
        from evalstore.reviews.report.report import format_of

        chosen = page_format or format_of(output)
        print_json({"report": str(output), "format": chosen, "bytes": output.stat().st_size})
    else:
        click.echo(f"wrote {output}")


def _write_vault(
    store: Store,
    folder: Path | None,
    page_format: str | None,
    runs: tuple[str, ...],
    *,
    as_json: bool,
) -> None:
    """Write notes; raise UsageError without a folder, or for a folder with another format."""
    if folder is None or page_format != "obsidian":
        raise UsageError(
            "--format obsidian needs a folder: `evalstore report --format obsidian DIR`; other "
            "formats need --output FILE"
        )
    made = store.vault(folder, runs=runs, on_note=ignore if as_json else print_note)
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
