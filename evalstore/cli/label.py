"""``evalstore label``: draw replies for people to label, in a spreadsheet or in the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalstore.base.phrases import counted
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_state, print_table
from evalstore.errors import StoreError, UsageError
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.running.labels.sample import Sample, SampleQuery


@click.command()
@click.argument("run_id", metavar="RUN")
@click.option(
    "--sample", "count", type=click.IntRange(min=1), metavar="N",
    help="How many replies to draw; else all.",
)  # fmt: skip
@click.option(
    "--by", metavar="NAME,…",
    help="Draw as many of each: verdict, domain, label, severity, or an attribute of cases.",
)  # fmt: skip
@click.option("--system", "system_id", metavar="ID", help="Only replies of this system.")
@click.option(
    "--validator", "validator_id", metavar="ID",
    help="Whose verdicts --by verdict takes; else those of the primary one.",
)  # fmt: skip
@click.option(
    "--seed", default="0", show_default=True, metavar="TEXT",
    help="Orders the replies: the same one draws the same sample for somebody else.",
)  # fmt: skip
@click.option(
    "--name", "labelled_by", metavar="NAME", help="Who labels; verdicts are those of human:NAME."
)
@click.option("--with-expected", "has_expected", is_flag=True, help="Show what is expected, too.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", required=True,
    help="The sheet, as CSV.",
)  # fmt: skip
@click.option(
    "--interactive", "is_interactive", is_flag=True,
    help="Label in the terminal, a key for each reply; goes on where the sheet was left.",
)  # fmt: skip
@json_option
@store_option
def label(
    layout: Layout,
    run_id: str,
    count: int | None,
    by: str | None,
    system_id: str | None,
    validator_id: str | None,
    seed: str,
    labelled_by: str | None,
    has_expected: bool,
    output: Path,
    is_interactive: bool,
    as_json: bool,
) -> None:
    """Write a sample of a run's replies as a sheet for people to fill in.

    Each row wants an outcome: right, wrong, abstained or unclear. `evalstore ingest FILE` takes
    the sheet back, as verdicts of human:NAME. What a validator found is not shown. Nothing is
    appended here, and a sheet that is there already is not written over. Definitions, log and
    facts of the run are checked first; exits 4 if they are not those of the segments.

    Example:

    \b
        evalstore label r1 --sample 50 --name kim -o labels.csv
        evalstore label r1 --sample 60 --by verdict --system maia -o labels.csv
        evalstore label r1 --sample 50 --name kim -o labels.csv --interactive
    """
    from evalstore.cli._label_screen import require_terminal
    from evalstore.running.labels.sample import SampleQuery

    layout.require_outside(output)
    _require_person(labelled_by)
    if is_interactive:
        require_terminal()
    if output.exists() and not is_interactive:
        raise UsageError(
            f"{output} exists; it may hold labels. Name another file, or --interactive goes on "
            "with it"
        )
    names = tuple(name.strip() for name in (by or "").split(",") if name.strip())
    query = SampleQuery(
        run_id, count, names, seed, system_id, validator_id, labelled_by, has_expected
    )
    if not is_interactive:
        _print_sample(_drawn(layout, query, output), query, output, as_json=as_json)
        return
    if not output.exists():
        _drawn(layout, query, output)
    _label_here(output, run_id, labelled_by, as_json=as_json)


def _require_person(labelled_by: str | None) -> None:
    """Raise UsageError for a labeller's name that ``ingest`` would refuse."""
    from evalstore.harnesses.label_sheets import NAME_LENGTH_MAX

    if labelled_by is None:
        return
    if not 0 < len(labelled_by.strip()) <= NAME_LENGTH_MAX or not labelled_by.isprintable():
        raise UsageError(
            f"--name takes who labels, in 1 to {NAME_LENGTH_MAX} characters that can be printed"
        )


def _drawn(layout: Layout, query: "SampleQuery", output: Path) -> "Sample":
    """Draw a sample of replies and write its sheet."""
    from evalstore.running.labels.sample import draw
    from evalstore.store.query.reader import reading
    from evalstore.store.verify import sending

    with reading(layout) as reader:
        print_state(reader)
        sending.require_runs(reader, [query.run_id])
        sample = draw(reader, query)
    _write(output, sample.rows)
    if query.by and len(sample.strata) < sample.stratum_count:
        click.echo(
            f"warning: {sample.stratum_count - len(sample.strata)} of "
            f"{counted(sample.stratum_count, 'stratum', 'strata')} have no reply in the sample, "
            "and numbers made of its labels leave them out; draw at least "
            f"{sample.stratum_count}",
            err=True,
        )
    return sample


def _print_sample(sample: "Sample", query: "SampleQuery", output: Path, *, as_json: bool) -> None:
    strata = [
        [stratum.system_id, *stratum.values, stratum.reply_count, stratum.drawn_count]
        for stratum in sample.strata
    ]
    columns = ("system_id", *query.by, "reply_count", "drawn_count")
    if as_json:
        drawn = [dict(zip(columns, row, strict=True)) for row in strata]
        print_json({"run_id": query.run_id, "output": str(output), "drawn": drawn})
        return
    print_table(columns, strata)
    click.echo(f"wrote {counted(len(sample.rows), 'row')} to {output}")
    click.echo(f"fill in outcome, then `evalstore ingest {output}`")


def _write(output: Path, rows: list[dict[str, object]]) -> None:
    from evalstore.harnesses import label_sheets

    try:
        output.write_bytes(label_sheets.written(rows))
    except OSError as error:
        raise StoreError(f"cannot write {output}: {error.strerror}") from error


def _label_here(output: Path, run_id: str, labelled_by: str | None, *, as_json: bool) -> None:
    from evalstore.cli._label_screen import label_in_terminal

    counts = label_in_terminal(output, run_id, labelled_by)
    if as_json:
        print_json({"output": str(output), "labelled": counts.labelled, "rows": counts.row_count})
        return
    click.echo(f"{counts.labelled} of {counted(counts.row_count, 'row')} labelled in {output}")
    click.echo(f"`evalstore ingest {output}` takes them over")
