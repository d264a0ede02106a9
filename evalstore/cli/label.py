"""``evalstore label``: draw replies for people to label, in a spreadsheet or in the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.cli._options import json_option, run_argument, store_option
from evalstore.cli._printing import print_json, print_note, print_table

if TYPE_CHECKING:
    from evalstore.running.labels.sample import LabelSheet


@click.command()
@run_argument("run_id")
@click.option(
    "--sample", type=click.IntRange(min=1), metavar="N",
    help="Draw this many replies. Default: all.",
)  # fmt: skip
@click.option(
    "--by", metavar="NAME,…",
    help="Draw equally many for each verdict, domain, label, severity or attribute of cases.",
)  # fmt: skip
@click.option("--system", metavar="ID", help="Draw only replies of this system.")
@click.option(
    "--validator", metavar="ID",
    help="Use this validator for --by verdict. Default: the primary one.",
)  # fmt: skip
@click.option(
    "--certify", metavar="ID",
    help="Draw replies that may certify this validator: one a case, of cases without a label.",
)  # fmt: skip
@click.option(
    "--seed", default="0", show_default=True, metavar="TEXT",
    help="Set the seed; the same seed gives the same sample.",
)  # fmt: skip
@click.option(
    "--name",
    metavar="NAME",
    help="Name the person who labels; verdicts are recorded under human:NAME.",
)
@click.option("--with-expected", is_flag=True, help="Also show the expected answer.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", required=True,
    help="Write the sheet to this CSV file.",
)  # fmt: skip
@click.option(
    "--interactive", "is_interactive", is_flag=True,
    help="Label in the terminal with one key for each reply; continues an existing sheet.",
)  # fmt: skip
@json_option
@store_option
def label(
    store: Store,
    run_id: str,
    by: str | None,
    output: Path,
    is_interactive: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Write a sample of a run's replies as a sheet for people to fill in.

    Each row needs an outcome: right, wrong, abstained or unclear. `evalstore ingest FILE` records
    the sheet as verdicts of human:NAME. Verdicts of validators are not shown. This command appends
    no events and does not overwrite an existing sheet. Definitions, log and facts of the run are
    checked first; exits 4 if they do not match the segments.

    Example:

    \b
        evalstore label r1 --sample 50 --name kim -o labels.csv
        evalstore label r1 --sample 60 --by verdict --system maia -o labels.csv
        evalstore label r1 --sample 50 --name kim -o labels.csv --interactive
        evalstore label r1 --certify factual --sample 150 --name kim -o certificate.csv
    """
    from evalstore.cli._label_screen import require_terminal

    if is_interactive:
        require_terminal()
    names = [name.strip() for name in (by or "").split(",") if name.strip()]
    sheet = store.label(
        run_id, output, by=names, keep=is_interactive, **options, on_note=print_note
    )
    if sheet is not None and sheet.warning:
        click.echo(f"warning: {sheet.warning}", err=True)
    if is_interactive:
        _label_here(output, run_id, options["name"], as_json=as_json)
    elif sheet is not None:
        _print(sheet, as_json=as_json)


def _print(sheet: "LabelSheet", *, as_json: bool) -> None:
    if as_json:
        print_json(sheet.to_dict())
        return
    print_table(sheet.columns, sheet.rows)
    click.echo(f"wrote {counted(len(sheet.sample.rows), 'row')} to {sheet.output}")
    click.echo(f"fill in the column outcome, then run `evalstore ingest {sheet.output}`")


def _label_here(output: Path, run_id: str, labelled_by: str | None, *, as_json: bool) -> None:
    from evalstore.cli._label_screen import label_in_terminal

    counts = label_in_terminal(output, run_id, labelled_by)
    if as_json:
        print_json({"output": str(output), "labelled": counts.labelled, "rows": counts.row_count})
        return
    click.echo(f"{counts.labelled} of {counted(counts.row_count, 'row')} labelled in {output}")
    click.echo(f"run `evalstore ingest {output}` to record them")
