"""``evalstore gate``: decide on a run; the exit code is the decision."""

from pathlib import Path
from typing import Any

import click

from evalstore.api.store import Store
from evalstore.api.writes.gate_decision import GateDecision
from evalstore.api.writes.gate_outputs import GateOutputs
from evalstore.cli._gate_outputs import output_options
from evalstore.cli._gate_power import print_power
from evalstore.cli._options import json_option, newest_run_option, store_option
from evalstore.cli._printing import json_text, print_json_text, print_note, print_table, print_text
from evalstore.cli._streams import unbroken
from evalstore.errors import StoreBusyError, UsageError
from evalstore.gates.config import DEFAULT_FILE
from evalstore.gates.decide import BY_FACTS_ALONE, EXIT_CODES

SIGNS = {"pass": "✓ pass", "fail": "✗ fail", "undecided": "? undecided", "broken": "! broken"}


@click.command()
@click.option(
    "--config", type=click.Path(path_type=Path), metavar="FILE",
    help=f"Read the gates from this file. Default: {DEFAULT_FILE}.",
)  # fmt: skip
@click.option("--gates", metavar="PRESET", help="Use these gates of `list gates` instead.")
@click.option("--system", metavar="ID", help="Decide on this system only.")
@newest_run_option
@click.option(
    "--baseline", metavar="REF",
    help="Use this baseline instead of the configured ones: last-green, run:ID, commit:SHA, "
        "tag:NAME, branch:NAME or mean:COUNT.",
)  # fmt: skip
@click.option(
    "--explain", metavar="GATE",
    help="Explain how one gate decides, and record nothing.",
)  # fmt: skip
@click.option(
    "--power", "is_of_power", is_flag=True,
    help="Print what the gates could decide on cases like those of the run, and record nothing.",
)  # fmt: skip
@click.option("--no-record", is_flag=True, help="Append no decision as an event.")
@click.option(
    "--allow-incomplete",
    is_flag=True,
    help="Also decide on a run that did not complete, or has no run_started event.",
)
@click.option(
    "--allow-undeclared", is_flag=True,
    help="Also decide if answers name cases that the run does not declare.",
)  # fmt: skip
@click.option(
    "--allow-other-judge", is_flag=True,
    help="Also decide on verdicts of different versions of a validator, with a note.",
)  # fmt: skip
@click.option(
    "--require-checked-judge", is_flag=True,
    help="Refuse verdicts of a judge without human labels to check it.",
)  # fmt: skip
@click.option(
    "--while-running", is_flag=True,
    help="Decide on a run that is still being asked, by evidence that holds at every look.",
)  # fmt: skip
@click.option(
    "--recheck", is_flag=True,
    help="Compute all facts from the segments; do not rely on the digests that folds recorded.",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Print the decisions, append nothing, and exit 0.")
@output_options
@json_option
@store_option
# The decision, its outputs and the exit code do not depend on who reads what is printed.
@unbroken()
def gate(
    store: Store,
    no_record: bool,
    dry_run: bool,
    is_of_power: bool,
    as_json: bool,
    outputs: GateOutputs,
    **query: Any,
) -> int:
    """Decide whether a run passes its gates.

    Exits 0 when every gating metric passes, 1 when one fails, 4 when one is broken,
    3 when one cannot be decided, 2 when no gate is configured. Outputs are written with every
    decision; exits 4 if one cannot be written, or if a required delivery fails.

    Example:

    \b
        evalstore gate
        evalstore gate --config gates.toml --run r1 --json
        evalstore gate --gates ideal-licensed --system graph_rag
        evalstore gate --power
        evalstore gate --while-running
        evalstore gate --baseline branch:main --explain no-regression
        evalstore gate --junit gate.xml --github --comment comment.md
        evalstore gate --notify --dry-run
    """
    if is_of_power and (outputs.is_any or query["explain"] is not None):
        raise UsageError(
            "--power decides nothing and has no results to write; leave the outputs and --explain "
            "out"
        )
    decision = store.gate(**query, record=False, outputs=outputs, on_note=print_note)
    if is_of_power:
        print_power(decision, as_json=as_json)
        return 0
    if query["explain"] is not None:
        print_text(decision.explanation())
        return 0 if dry_run else decision.exit_code
    if not (no_record or dry_run):
        _record(store, decision)
    _print(decision, as_json=as_json, is_inert=outputs.is_github)
    is_delivered = store.write_outputs(decision, outputs)
    if dry_run:
        return 0
    return decision.exit_code if is_delivered else EXIT_CODES["broken"]


def _record(store: Store, decision: GateDecision) -> None:
    """Append the decisions as events; report on stderr that the store is busy."""
    try:
        store.record_gate(decision)
    except StoreBusyError as error:
        click.echo(str(error), err=True)


def _print(decision: GateDecision, *, as_json: bool, is_inert: bool) -> None:
    """Print the decisions; with ``is_inert``, neutralise GitHub's workflow commands in them."""
    if not as_json:
        _print_rows(decision, is_inert=is_inert)
        return
    text = json_text(decision.to_dict())
    # The JSON value stays the same: the sign can only occur in strings.
    print_json_text(text.replace("##[", "#\\u0023[") if is_inert else text)


def _print_rows(decision: GateDecision, *, is_inert: bool) -> None:
    shown = _inert if is_inert else str
    click.echo(f"run {shown(decision.run_id)}")
    rows: list[tuple[object, ...]] = []
    for item in decision.items:
        measured = item.measured
        rows.append(
            (
                SIGNS[item.answer] + (" (informational)" if item.gate.is_informational else ""),
                item.gate.gate_id,
                measured.system_id if measured else None,
                f"{measured.slice_name}={measured.slice_value}" if measured else None,
                measured.variant if measured else None,
                measured.value if measured else None,
                item.gate.threshold,
                measured.scored_count if measured else None,
                item.reason,
            )
        )
    columns: tuple[str, ...] = (
        "decision", "gate", "system", "slice", "variant", "value", "threshold", "count", "reason",
    )  # fmt: skip
    place = columns.index("variant")
    if not any(row[place] for row in rows):
        columns = columns[:place] + columns[place + 1 :]
        rows = [row[:place] + row[place + 1 :] for row in rows]
    rows = [tuple(shown(cell) if isinstance(cell, str) else cell for cell in row) for row in rows]
    print_table(columns, rows)
    is_by_facts = any(item.by_facts for item in decision.items if not item.gate.is_informational)
    click.echo(f"{SIGNS[decision.decision]}{f', {BY_FACTS_ALONE}' if is_by_facts else ''}")


def _inert(text: str) -> str:
    from evalstore.reviews.outputs.github import inert

    return inert(text)
