"""Output of ``evalstore gate --power``: a line for each condition, and one for all together."""

from typing import TYPE_CHECKING

import click

from evalstore.cli._printing import percent, print_item, print_json, print_sentence, print_table

if TYPE_CHECKING:
    from evalstore.api.writes.gate_decision import GateDecision


def print_power(decision: "GateDecision", *, as_json: bool) -> None:
    """Print what the gates of a decision could decide on cases like those of the run."""
    power = decision.power()
    if as_json:
        print_json(power.to_dict())
        return
    from evalstore.gates.power.gate_power import LOSSES

    click.echo(f"run {decision.run_id}")
    columns = (
        "gate", "condition", "system", "slice", "cases", "false block",
        *(f"pass at -{loss:g}" if loss else "pass as it is" for loss in LOSSES),
        "needed for 80%", "for 95%", "aim",
    )  # fmt: skip
    rows = []
    for one in power.gates:
        if one.reason:
            continue
        measured, passes, needed = one.decision.measured, dict(one.passes), dict(one.needed)
        rows.append(
            (
                one.decision.gate.gate_id,
                one.condition,
                measured.system_id if measured else None,
                f"{measured.slice_name}={measured.slice_value}" if measured else None,
                one.case_count,
                percent(one.blocked),
                *(percent(passes.get(loss)) for loss in LOSSES),
                *(needed.get(target) or ("> 100000" if needed else None)
                  for target in (0.8, 0.95)),
                one.aim or None,
            )
        )  # fmt: skip
    if rows:
        print_table(columns, rows)
    everything = power.together
    if rows:
        passes_all = ", ".join(
            f"{percent(chance)} {f'at -{loss:g}' if loss else 'as it is'}"
            for loss, chance in everything.passes
        )
        print_sentence(
            f"all together: some false block {percent(everything.blocked)} as if independent, at "
            f"most {percent(everything.blocked_at_most)}; all pass: {passes_all or 'not said'}"
        )
    unsaid = [one for one in power.gates if one.reason]
    if unsaid:
        click.echo("not said:")
    for one in unsaid:
        print_item(f"{one.decision.gate.gate_id}, {one.condition}: {one.reason}")
