"""``evalstore drift validate``: check a critic's uncertainty."""

from typing import TYPE_CHECKING, Any

import click

from evalstore.api.store import Store
from evalstore.base.text_table import escaped
from evalstore.cli._options import (
    json_option,
    newest_run_option,
    record_option,
    store_option,
)
from evalstore.cli._printing import print_json, print_note, print_table
from evalstore.cli._recording import recorded_sentence

if TYPE_CHECKING:
    from evalstore.suites.drift.analyses.drift_validation import Validated

EXIT_CODES = {"holds": 0, "does not hold": 1, "cannot tell": 3}
COLUMNS = ("", "check", "value", "ci_low", "ci_high", "count", "answer")


@click.command()
@newest_run_option
@click.option("--system", metavar="ID", help="Select a system; required if the run has several.")
@click.option(
    "--correlation", type=float, default=0.3, show_default=True,
    help="Require a correlation of variance and error above this.",
)  # fmt: skip
@click.option(
    "--flagged-limit", type=float, default=0.2, show_default=True,
    help="Require a share of flagged conflicting weeks below this.",
)  # fmt: skip
@record_option("the checks as an event")
@json_option
@store_option
def validate(store: Store, as_json: bool, **query: Any) -> int:
    """Check whether errors grow with uncertainty, and whether conflicting signals raise it.

    Three checks decide: the correlation of variance and error, whether weeks of conflicting
    signals are less certain than others, and whether they are seldom flagged. A check is decided
    if its whole 95 % interval is on one side of the limit. Checks with a * decide, others are
    only printed. Exits 1 if a check fails, 3 if one is undecided. The default run is the newest.
    --record appends analysis_recorded.

    Example:

    \b
        evalstore drift validate --system critic
        evalstore drift validate --run r1 --system critic --json
    """
    result = store.validate_drift(on_note=print_note, **query)
    validated = result.validated
    if as_json:
        print_json(result.to_dict())
    else:
        _print(validated)
        click.echo(recorded_sentence(result.recorded))
    return EXIT_CODES[validated.answer]


def _print(validated: "Validated") -> None:
    about = validated.recorded
    click.echo(
        f"run {escaped(about.run_id)}, system {escaped(str(about.parameters['system_id']))}"
    )
    rows = [
        (
            "*" if item.is_deciding else "",
            item.name,
            item.estimate.value,
            item.estimate.ci_low,
            item.estimate.ci_high,
            item.estimate.count,
            item.answer,
        )
        for item in validated.checks
    ]
    print_table(COLUMNS, rows)
    for item in validated.checks:
        if item.answer != "holds":
            click.echo(escaped(f"{item.answer}: {item.claim}: {item.reason}"))
    if validated.answer == "holds":
        click.echo("every deciding check holds")
