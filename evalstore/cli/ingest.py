"""``evalstore ingest``: append the contents of result files."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped
from evalstore.cli._options import json_flag, store_option
from evalstore.cli._printing import print_json, print_note, print_text
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from evalstore.harnesses.preview import Preview
    from evalstore.harnesses.result import FileResult, Ingested

SKIPS_SHOWN_MAX = 10
FIGURES_SHOWN_MAX = 10
MISSPELLINGS_SHOWN_MAX = 10
EVENT_LENGTH_MAX = 600
CLEAR_LINE = "\r\x1b[K"


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--format",
    metavar="FORMAT",
    help="Read files as this format. Default: by content.",
)
@click.option(
    "--strict", is_flag=True,
    help="Append nothing and exit 5 when a record would be skipped, a field is probably misspelt, "
    "an answer names a case that its run does not declare, or a log's own figures differ from "
    "those of evalstore without a known reason.",
)  # fmt: skip
@click.option("--run-id", metavar="RUN", help="Record everything under this run.")
@click.option(
    "--salted", is_flag=True,
    help="Salt the payload hashes, so that a payload redacted later cannot be guessed.",
)  # fmt: skip
@click.option(
    "--config", type=click.Path(path_type=Path), default=Path("evalstore.toml"),
    show_default=True,
    help=(
        "Read this configuration: [scales] names scorers that give shares, [prices] the cost "
        "of tokens."
    ),
)  # fmt: skip
@click.option(
    "--prices", metavar="FILE",
    help="Use these token prices for Inspect logs without costs: CSV or TOML file, or `shipped`.",
)  # fmt: skip
@click.option(
    "--map", metavar="FILE", type=click.Path(path_type=Path),
    help="Read tables (CSV, JSON Lines, Parquet) by this SELECT over `records`.",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Show the first events and append nothing.")
@click.option(
    "--sketch", "is_sketch", is_flag=True,
    help="Print a draft for --map, derived from a table's column names, types and values.",
)  # fmt: skip
@json_flag
@store_option
def ingest(
    store: Store,
    paths: tuple[str, ...],
    is_sketch: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Append files, folders, other stores or stdin (-); known events are skipped.

    Example:

    \b
        evalstore ingest logs/
        evalstore ingest events.ndjson --strict --json
        my-runner | evalstore ingest -
        evalstore ingest results.csv --map map.sql --dry-run
    """
    if is_sketch:
        _print_sketch(store, paths, options["map"], options["format"])
        return
    is_shown = sys.stderr.isatty() and not as_json
    on_progress = _show_progress if is_shown else lambda *_: None
    ingested = store.ingest(*paths, **options, on_progress=on_progress)
    if is_shown:
        click.echo(CLEAR_LINE, nl=False, err=True)
    if as_json:
        print_json(ingested.to_dict())
    else:
        _print(ingested)


def _print_sketch(
    store: Store, paths: tuple[str, ...], map_file: Path | None, format_name: str | None
) -> None:
    if map_file is not None:
        raise UsageError("--sketch and --map cannot be combined; leave one out")
    sketch = store.sketch(*paths, format=format_name, on_note=print_note)
    print_text(sketch.text, nl=False)
    for warning in sketch.warnings:
        click.echo(f"warning: {escaped(warning)}", err=True)


def _print(ingested: "Ingested") -> None:
    for file in ingested.files:
        _print_file(file)
    _print_unrecognised(ingested)
    for problem in ingested.damaged:
        click.echo(f"left out: {escaped(problem)}", err=True)
    for warning in ingested.all_warnings:
        click.echo(f"warning: {escaped(warning)}", err=True)
    for reason, count in ingested.settled.withdrawn.items():
        click.echo(f"withdrawn {count}: {escaped(reason)}")
    if ingested.preview is not None:
        _print_preview(ingested.preview)
        return
    if ingested.compared.figures:
        click.echo(f"reported figures: {ingested.compared}")
    for figure in ingested.compared.differing[:FIGURES_SHOWN_MAX]:
        click.echo(f"  differs: {escaped(str(figure))}")
    if ingested.is_folded:
        click.echo(
            f"the log has {counted(ingested.tree_size, 'event')}, root {ingested.root[:16]}"
        )
    else:
        click.echo(f"accepted, not folded yet: {ingested.holder}", err=True)


def _print_unrecognised(ingested: "Ingested") -> None:
    """Report the unrecognised files of folders, with hints for the first ones."""
    if not ingested.unrecognised:
        return
    from evalstore.harnesses.requirements import by_ending, way_out

    left_out = escaped(by_ending(ingested.unrecognised))
    remedy = escaped(way_out(ingested.unrecognised))
    click.echo(f"left out, format not recognised: {left_out}; {remedy}", err=True)
    for hint in filter(None, ingested.hints):
        click.echo(f"  {escaped(hint)}", err=True)


def _print_preview(preview: "Preview") -> None:
    """Print the events that would be appended; the first of them in full, one per line."""
    for event in preview.events:
        line = json.dumps(event, ensure_ascii=False)
        cut = f"{line[:EVENT_LENGTH_MAX]}…" if len(line) > EVENT_LENGTH_MAX else line
        click.echo(escaped(cut))
    more = sum(preview.counts.values()) - len(preview.events)
    if more > 0:
        click.echo(f"and {counted(more, 'more event')}")
    listed = ", ".join(f"{kind} {count}" for kind, count in preview.counts.items())
    click.echo(f"dry run, nothing was appended; would append: {listed or 'nothing new'}")


def _print_file(file: "FileResult") -> None:
    counts = (
        f"new {file.new}, duplicate {file.duplicate}, revised {file.revised}"
        if file.new is not None
        else f"accepted {file.accepted}"
    )
    name = escaped(file.name)
    skipped = file.skipped.total()
    anew = "" if file.read_anew is None else f", read again: {file.read_anew}"
    click.echo(f"{name} ({file.format}): read {file.read}, {counts}, skipped {skipped}{anew}")
    for reason, count in file.skipped.most_common():
        click.echo(f"  skipped {count}: {reason}")
    for skip in file.skips[:SKIPS_SHOWN_MAX]:
        click.echo(f"    {escaped(skip.location)}: {escaped(skip.detail)}")
    for what, counter in (("redacted", file.redactions), ("repaired", file.repairs)):
        for rule, count in counter.most_common():
            click.echo(f"  {what} {count}: {rule}")
            if what == "repaired":
                _print_repaired(file, rule, count)
    for misspelling in file.misspellings[:MISSPELLINGS_SHOWN_MAX]:
        click.echo(f"  warning: {escaped(str(misspelling))}", err=True)
    more = len(file.misspellings) - MISSPELLINGS_SHOWN_MAX
    if more > 0:
        rest = counted(more, "more field that is", "more fields that are")
        click.echo(f"  warning: {rest} probably misspelt", err=True)
    for warning in (*file.warnings, *file.doubts):
        click.echo(f"  warning: {escaped(warning)}", err=True)


def _print_repaired(file: "FileResult", rule: str, count: int) -> None:
    """Print the first repairs of one rule."""
    first = [repaired for repaired in file.changed.repaired if repaired.rule == rule]
    for repaired in first:
        click.echo(f"    {escaped(str(repaired))}")
    if count > len(first):
        click.echo(f"    and {count - len(first)} more")


def _show_progress(name: str, read_count: int) -> None:
    """Overwrite the progress line of the terminal."""
    count = f": {read_count:,} records" if read_count else ""
    click.echo(f"{CLEAR_LINE}reading {escaped(name)}{count}", nl=False, err=True)
