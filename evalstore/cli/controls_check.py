"""``evalstore controls-check``: check that systems that know nothing do not beat chance."""

from typing import TYPE_CHECKING

import click

from evalstore.cli._assignments import parse_assignments
from evalstore.cli._options import json_option
from evalstore.cli._printing import print_json, print_sentence, print_table

if TYPE_CHECKING:
    from evalstore.running.controls_check import ControlRow

HEADINGS = ("control", "validator", "domain", "kind", "right", "of", "chance", "p", "adjusted p")


@click.command()
@click.argument("suite")
@click.option(
    "--seed", metavar="TEXT", default="0", show_default=True, help="Set the seed of the cases."
)
@click.option(
    "--cases",
    "case_count",
    type=click.IntRange(min=1),
    help="Make this many cases. Default: the suite's number.",
)
@click.option(
    "--set",
    "assignments",
    metavar="KEY=VALUE",
    multiple=True,
    help="Change a setting of the suite; repeatable.",
)
@click.option("--all", "prints_all", is_flag=True, help="Also print the rows that pass.")
@json_option
def controls_check(
    suite: str,
    seed: str,
    case_count: int | None,
    assignments: tuple[str, ...],
    prints_all: bool,
    as_json: bool,
) -> None:
    """Check that no control beats chance on SUITE: always_null, echo, agree, deny and others.

    Exits 1 if one does in a domain and kind, after Holm's adjustment over all rows. Nothing
    is written.

    Example:

    \b
        evalstore controls-check epistemic
        evalstore controls-check hallucination --seed 7 --cases 800 --all
        evalstore controls-check questions --set file=questions.csv
    """
    from evalstore.base.phrases import counted
    from evalstore.running.controls_check import suite_rows

    cases, rows = suite_rows(
        suite, seed, case_count, parse_assignments(assignments, "file=questions.csv")
    )
    beating = [row for row in rows if row.beats_chance]
    if as_json:
        print_json([row.as_dict() for row in rows])
    else:
        shown = rows if prints_all else beating
        if shown:
            print_table(HEADINGS, [_cells(row) for row in shown])
        print_sentence(
            f"{suite}, seed {seed}: {counted(len(cases), 'case')}, {counted(len(rows), 'row')}, "
            f"{len(beating)} above chance"
        )
    if beating:
        raise click.exceptions.Exit(1)


def _cells(row: "ControlRow") -> tuple[object, ...]:
    return (
        row.control, row.validator_id, row.domain, row.question_kind, row.right_count,
        row.case_count, f"{row.chance:.2f}", f"{row.p_value:.2g}", f"{row.adjusted_p:.2g}",
    )  # fmt: skip
