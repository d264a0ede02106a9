"""``evalstore retract``: withdraw the verdicts of a faulty judge."""

from typing import TYPE_CHECKING

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped
from evalstore.cli._options import json_option, run_option, store_option
from evalstore.cli._printing import print_json, print_sentence, print_table

if TYPE_CHECKING:
    from evalstore.running.retraction import Retraction


@click.command()
@click.option(
    "--judge", metavar="DIGEST", required=True,
    help="Withdraw the verdicts of this digest, or of one with these first 8 digits or more.",
)  # fmt: skip
@click.option("--reason", metavar="TEXT", required=True, help="Record this with each verdict.")
@run_option
@click.option("--dry-run", is_flag=True, help="Print what would be withdrawn, and append nothing.")
@json_option
@store_option
def retract(
    store: Store, judge: str, reason: str, run: str | None, dry_run: bool, as_json: bool
) -> None:
    """Withdraw all verdicts of a judge, and list the recorded decisions that rested on them.

    The log keeps the verdicts, and facts.withdrawn_verdicts the reason. What another version of
    the judge had found before counts again. Decisions stay as they are recorded; decide anew
    with `evalstore gate --run ID`.

    Example:

    \b
        evalstore retract --judge 9f2c5a1b0d7e --reason "took dates for numbers" --dry-run
        evalstore retract --judge 9f2c5a1b0d7e --reason "took dates for numbers"
    """
    retraction = store.retract(judge, reason, run=run, dry_run=dry_run)
    if as_json:
        print_json(retraction.to_dict())
        return
    _print(retraction)


def _print(retraction: "Retraction") -> None:
    for judge in retraction.judges:
        click.echo(escaped(judge))
    print_table(
        ("run", "system", "verdicts", "counted"),
        [
            (item.run_id, item.system_id, item.verdict_count, item.current_count)
            for item in retraction.judged
        ],
    )
    would = "would be withdrawn" if retraction.is_dry_run else "withdrawn"
    click.echo(f"{counted(retraction.verdict_count, 'verdict')} {would}")
    if not retraction.decisions:
        click.echo("no recorded decision rested on them")
        return
    rested = counted(len(retraction.decisions), "recorded decision")
    click.echo(f"{rested} rested on them:")
    print_table(
        ("run", "gate", "system", "decision", "rested on", "verdicts", "decided"),
        [
            (
                item.run_id,
                item.gate_id,
                item.system_id,
                f"{item.decision}{' (foreign)' if item.is_foreign else ''}",
                item.rested_on,
                item.verdict_count,
                item.decided_at,
            )
            for item in retraction.decisions
        ],
    )
    if retraction.is_dry_run:
        print_sentence("dry run: nothing was appended")
