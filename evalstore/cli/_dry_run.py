"""Output of ``evalstore run --dry-run``: the number of cases, and the first of them in full."""

from collections import Counter
from typing import TYPE_CHECKING

import click

from evalstore.base.phrases import counted
from evalstore.base.text_table import cell, escaped
from evalstore.cli._printing import print_json

if TYPE_CHECKING:
    from evalstore.plugins.case import Case
    from evalstore.running.plan import RunPlan

CASES_SHOWN_MAX = 5


def print_plan(plan: "RunPlan", *, as_json: bool) -> None:
    """Print a plan: its systems, case counts, the first cases in full, and its remarks."""
    from evalstore.running.controls import CONTROLS

    cases = plan.cases()
    remarks = plan.remarks()
    counts = Counter(case.domain for case in cases)
    if as_json:
        print_json(
            {
                "suite": plan.suite,
                "suite_version": plan.suite_version,
                "seed": plan.seed,
                "systems": [item.system_id for item in plan.systems],
                "case_count": len(cases),
                "attempts": plan.attempts,
                "remarks": remarks,
                "cases": [case.payload() for case in cases],
            }
        )
        return
    click.echo(f"{plan.suite} {plan.suite_version}, seed {plan.seed}")
    for line in plan.description():
        click.echo(escaped(line))
    names = [
        f"{escaped(item.system_id)}{' (control)' if item.kind in CONTROLS else ''}"
        for item in plan.systems
    ]
    click.echo(f"systems: {', '.join(names)}")
    if plan.attempts > 1:
        click.echo(f"attempts: {plan.attempts} at each case")
    for domain, count in counts.items():
        click.echo(f"{cell(domain)}: {counted(count, 'case')}")
    labels = Counter(case.label for case in cases if case.label)
    if labels:
        click.echo(", ".join(f"{cell(label)}: {labels[label]}" for label in labels))
    for case in cases[:CASES_SHOWN_MAX]:
        click.echo(f"\n{case.case_id}{_answer(case)}")
        # In full, since this is the text that would be sent.
        for line in case.turns[0].splitlines():
            click.echo(f"  {escaped(line)}")
    if len(cases) > CASES_SHOWN_MAX:
        click.echo(f"\nand {len(cases) - CASES_SHOWN_MAX} more; --json prints all")
    for remark in remarks:
        click.echo(escaped(remark), err=True)


def _answer(case: "Case") -> str:
    label = f", {case.label}" if case.label else ""
    return f"{label}, right answer {escaped(str(case.expected))}" if case.expected else label
