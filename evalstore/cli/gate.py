"""``evalstore gate``: decide on a run; the exit code is the decision."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.base.phrases import unknown_name
from evalstore.cli._gate_outputs import GateOutputs, output_options
from evalstore.cli._notify import notifier
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import (
    json_text,
    print_json_text,
    print_rewritten,
    print_table,
    print_text,
)
from evalstore.errors import StoreBusyError
from evalstore.gates.config import DEFAULT_FILE
from evalstore.gates.control import Control
from evalstore.gates.decide import BY_FACTS_ALONE, EXIT_CODES, Decision, overall
from evalstore.gates.gate import Gate
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.gates.run_gates import GateAnswer, GateQuery

SIGNS = {"pass": "✓ pass", "fail": "✗ fail", "undecided": "? undecided", "broken": "! broken"}


@click.command()
@click.option(
    "--config", "config_path", type=click.Path(path_type=Path), metavar="FILE",
    help=f"Where the gates are configured; else {DEFAULT_FILE}.",
)  # fmt: skip
@click.option("--gates", "preset_name", metavar="PRESET", help="Gates of `list gates` instead.")
@click.option("--system", "system_id", metavar="ID", help="Ask only this system.")
@click.option(
    "--run", "run_id", metavar="RUN", help="The run to decide on; else the newest run_started."
)
@click.option(
    "--baseline", metavar="REF",
    help="Compare with this instead of what the gates say: last-green, run:ID, commit:SHA, "
    "tag:NAME or branch:NAME.",
)  # fmt: skip
@click.option(
    "--explain", "explained_id", metavar="GATE",
    help="Say in words how one gate decides, and record nothing.",
)  # fmt: skip
@click.option("--no-record", is_flag=True, help="Do not append the decisions as events.")
@click.option(
    "--allow-incomplete",
    is_flag=True,
    help="Decide also on a run that did not complete, or has no run_started.",
)
@click.option(
    "--allow-undeclared", is_flag=True,
    help="Decide also where answers name cases that the run does not declare.",
)  # fmt: skip
@click.option(
    "--allow-other-judge", is_flag=True,
    help="Decide also on verdicts that different versions of a validator gave, and say so.",
)  # fmt: skip
@click.option(
    "--require-checked-judge", is_flag=True,
    help="Do not decide on verdicts of a judge that people never checked.",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Decide and print, append nothing, and exit 0.")
@output_options
@json_option
@store_option
def gate(
    layout: Layout,
    config_path: Path | None,
    preset_name: str | None,
    system_id: str | None,
    run_id: str | None,
    baseline: str | None,
    explained_id: str | None,
    no_record: bool,
    allow_incomplete: bool,
    allow_undeclared: bool,
    allow_other_judge: bool,
    require_checked_judge: bool,
    dry_run: bool,
    as_json: bool,
    **outputs: Any,
) -> int:
    """Decide whether a run passes its gates.

    Exits 0 when every gating metric passes, 1 when one fails, 4 when one is broken,
    3 when one cannot be decided, 2 when no gate is configured. Outputs are written whatever
    it decides; 4 also when one cannot be written, or a delivery fails that is required.

    Example:

    \b
        evalstore gate
        evalstore gate --config gates.toml --run r1 --json
        evalstore gate --gates ideal-licensed --system graph_rag
        evalstore gate --baseline branch:main --explain no-regression
        evalstore gate --junit gate.xml --github --comment comment.md
        evalstore gate --notify --dry-run
    """
    from evalstore.gates.run_gates import GateQuery

    query = GateQuery(
        config_path=config_path,
        preset_name=preset_name,
        system_id=system_id,
        run_id=run_id,
        baseline=baseline,
        allow_incomplete=allow_incomplete,
        allow_undeclared=allow_undeclared,
        allow_other_judge=allow_other_judge,
        require_checked_judge=require_checked_judge,
    )
    wanted = GateOutputs(**outputs)
    wanted.check(layout, explained_id)
    tell = notifier(layout, config_path, wanted.is_notify, is_rehearsal=dry_run, is_json=as_json)
    with wanted.telling_of_errors(tell, config_path, run_id):
        gates, control, gate_answer = _decided(layout, query, explained_id)
    if explained_id is not None:
        decisions = _explain(gate_answer.decisions, explained_id, control)
        return 0 if dry_run else EXIT_CODES[overall(decisions)]
    is_recorded = not (no_record or dry_run) and _record(layout, gate_answer)
    _print_answer(gate_answer, is_recorded=is_recorded, as_json=as_json, is_inert=wanted.is_github)
    path = None if preset_name else config_path or Path(DEFAULT_FILE)
    gate_ids = [gate.gate_id for gate in gates]
    is_delivered = wanted.write_of(tell, gate_answer, path, gate_ids, system_id)
    return 0 if dry_run else EXIT_CODES[gate_answer.answer if is_delivered else "broken"]


def _decided(
    layout: Layout, query: "GateQuery", explained_id: str | None
) -> tuple[list[Gate], Control, "GateAnswer"]:
    """Return the gates of a query, how errors are controlled over them, and their decisions."""
    from evalstore.gates.run_gates import configured, decided

    gates, control = configured(query)
    if explained_id is not None:
        _require_gate(gates, explained_id)
    gate_answer = decided(layout, query, gates, control)
    print_rewritten(gate_answer.rewritten_checkpoints)
    return gates, control, gate_answer


def _explain(decisions: list[Decision], gate_id: str, control: Control) -> list[Decision]:
    """Print how one gate decided, and return its decisions."""
    from evalstore.gates import explain

    # All gates are decided, since a decision may depend on their number; one is explained.
    decisions = [item for item in decisions if item.gate.gate_id == gate_id]
    print_text("\n\n".join(explain.explained(item, control) for item in decisions))
    return decisions


def _record(layout: Layout, gate_answer: "GateAnswer") -> bool:
    """Append the decisions as events; return False if the store is busy."""
    from evalstore.gates.run_gates import record_decisions

    try:
        record_decisions(layout, gate_answer)
    except StoreBusyError as error:
        click.echo(str(error), err=True)
        return False
    return True


def _require_gate(gates: list[Gate], gate_id: str) -> None:
    names = [gate.gate_id for gate in gates]
    if gate_id not in names:
        raise unknown_name("gate", gate_id, names, " to explain")


def _print_answer(
    gate_answer: "GateAnswer", *, is_recorded: bool, as_json: bool, is_inert: bool
) -> None:
    """Print the decisions; with ``is_inert``, neutralise GitHub's workflow commands in them."""
    if not as_json:
        _print(gate_answer.run_id, gate_answer.decisions, gate_answer.answer, is_inert=is_inert)
        return
    text = json_text(
        {
            "run_id": gate_answer.run_id,
            "decision": gate_answer.answer,
            "recorded": is_recorded,
            "rewritten_checkpoints": gate_answer.rewritten_checkpoints,
            "gates": gate_answer.payloads,
        }
    )
    # The JSON value stays the same: the sign can only occur in strings.
    print_json_text(text.replace("##[", "#\\u0023[") if is_inert else text)


def _print(run_id: str, decisions: list[Decision], answer: str, *, is_inert: bool) -> None:
    from evalstore.reviews.outputs.github import inert

    run_id = inert(run_id) if is_inert else run_id
    click.echo(f"run {run_id}")
    rows: list[tuple[object, ...]] = []
    for item in decisions:
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
    if is_inert:
        rows = [
            tuple(inert(cell) if isinstance(cell, str) else cell for cell in row) for row in rows
        ]
    print_table(columns, rows)
    is_by_facts = any(item.by_facts for item in decisions if not item.gate.is_informational)
    click.echo(f"{SIGNS[answer]}{f', {BY_FACTS_ALONE}' if is_by_facts else ''}")
