"""``evalstore explain``: from a number to its rows and events, computed again from the log."""

from pathlib import Path
from typing import Any

import click

from evalstore.api.store import Store
from evalstore.cli._assignments import parse_assignments
from evalstore.cli._options import json_option, newest_run_option, store_option
from evalstore.cli._printing import print_json, print_note
from evalstore.errors import CorruptStoreError, UsageError
from evalstore.gates.config import DEFAULT_FILE

ROWS_SHOWN = 10
# Options about a decision as well as a number.
OF_GATE = ("run", "bundle", "without_texts")


def _one_slice(context: click.Context, parameter: click.Parameter, names: tuple[str, ...]) -> str:
    """Return the slice; refuse several, of which the last would count."""
    del context, parameter
    if len(names) > 1:
        raise UsageError(f"found {len(names)} slices, expected one: {', '.join(names)}")
    return names[0]


@click.command()
@click.argument("metric", metavar="METRIC", required=False)
@newest_run_option
@click.option("--system", metavar="ID", help="Select a system.")
@click.option("--validator", metavar="ID", help="Select a validator.")
@click.option(
    "--slice", metavar="NAME[=VALUE]", default=("all",), show_default="all", multiple=True,
    callback=_one_slice, help="Select a slice: all, domain=history, domain (all values).",
)  # fmt: skip
@click.option("--variant", metavar="KEY=VALUE", help="Select a variant.")
@click.option(
    "--set", "assignments", metavar="NAME=VALUE", multiple=True,
    help="Explain it with another value of a parameter, such as bins=15; repeatable.",
)  # fmt: skip
@click.option(
    "--at", type=click.IntRange(min=1), metavar="SIZE",
    help="Compare with the number when the log had SIZE events.",
)  # fmt: skip
@click.option(
    "--rows", "row_limit", type=click.IntRange(min=0), metavar="N",
    help=f"List up to N rows. Default: {ROWS_SHOWN}, and all for JSON.",
)  # fmt: skip
@click.option(
    "--bundle", type=click.Path(path_type=Path), metavar="FILE.zip",
    help="Write all that the number or decision needs to be checked without evalstore.",
)  # fmt: skip
@click.option(
    "--without-texts", is_flag=True,
    help="Leave the texts of questions, replies and judges out of the bundle.",
)  # fmt: skip
@click.option(
    "--gate", "gate_id", metavar="GATE",
    help="Explain what this gate decided on the run, in place of a metric.",
)  # fmt: skip
@click.option(
    "--config", type=click.Path(path_type=Path), metavar="FILE",
    help=f"Read the gate from this file. Default: {DEFAULT_FILE}.",
)  # fmt: skip
@click.option("--gates", metavar="PRESET", help="Read the gate from this preset.")
@json_option
@store_option
def explain(
    store: Store,
    metric: str | None,
    gate_id: str | None,
    config: Path | None,
    gates: str | None,
    assignments: tuple[str, ...],
    row_limit: int | None,
    as_json: bool,
    **query: Any,
) -> None:
    """Explain a number: its definition, rows and events, and its value computed again.

    The value is computed a second time from the segments alone, in a database in memory. Exits 4
    if the store's database says something else; no bundle is written then. With --gate, the
    recorded decision is taken again in the same way.

    Example:

    \b
        evalstore explain accuracy --run r1 --system maia
        evalstore explain ece --run r1 --slice domain=history --rows 50
        evalstore explain ece --run r1 --set bins=15
        evalstore explain accuracy --run r1 --at 1450
        evalstore explain accuracy --run r1 --bundle accuracy.zip
        evalstore explain accuracy --run r1 --json
        evalstore explain --gate accuracy --run r1
        evalstore explain --gate accuracy --run r1 --bundle decision.zip
    """
    if query["without_texts"] and query["bundle"] is None:
        raise UsageError("--without-texts is about a bundle; add --bundle FILE.zip")
    if gate_id is not None:
        given = {**query, "METRIC": metric, "set": assignments, "rows": row_limit}
        _require_gate_alone(given)
        of_gate = {name: query[name] for name in OF_GATE}
        _explain_gate(store, gate_id, as_json=as_json, config=config, gates=gates, **of_gate)
        return
    if metric is None:
        raise UsageError("found neither METRIC nor --gate, expected one of them")
    if config is not None or gates is not None:
        raise UsageError("--config and --gates are about a gate; add --gate GATE")
    limit = ROWS_SHOWN if row_limit is None and not as_json else row_limit
    query |= {"parameters": parse_assignments(assignments, "bins=15"), "on_note": print_note}
    explanation = store.explain(metric, row_limit=limit, **query)
    if as_json:
        print_json(explanation.to_dict())
    else:
        from evalstore.cli import _explained

        _explained.show(explanation)
    if not explanation.is_equal:
        click.get_current_context().exit(CorruptStoreError.exit_code)


def _require_gate_alone(given: dict[str, Any]) -> None:
    """Raise UsageError for an option that is about the number of a metric."""
    for name, value in given.items():
        beside = "all" if name == "slice" else None
        if name not in OF_GATE and value not in (None, (), beside):
            words = name if name == "METRIC" else f"--{name.replace('_', '-')}"
            raise UsageError(f"{words} is about a number, not about a decision; leave out --gate")


def _explain_gate(store: Store, gate_id: str, *, as_json: bool, **asked: Any) -> None:
    explanation = store.explain_gate(gate_id, on_note=print_note, **asked)
    if as_json:
        print_json(explanation.to_dict())
    else:
        from evalstore.cli import _gate_explained

        _gate_explained.show(explanation)
    if not explanation.is_equal:
        click.get_current_context().exit(CorruptStoreError.exit_code)
