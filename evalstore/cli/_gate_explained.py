"""Output of ``evalstore explain --gate``: what was decided, on what, and decided again."""

import click

from evalstore.base.text_table import escaped
from evalstore.cli._explained import print_bundle
from evalstore.cli._printing import print_item, print_sentence, print_table
from evalstore.gates.redeciding import ExplainedDecision, GateExplanation, described, named

# Fields of a decision that are listed where it has them, with their words.
INPUTS = (
    ("baseline_run_id", "baseline run"), ("baseline_reason", "why this run"), ("drop", "drop"),
    ("lead", "lead"), ("try_number", "try of the commit"),
    ("branch_try_number", "try of the branch"), ("parameters", "parameters"),
)  # fmt: skip


def show(explanation: GateExplanation) -> None:
    """Print an explanation of a gate for people."""
    words = escaped(described(explanation))
    if explanation.is_equal:
        print_sentence(f"{words}: equal")
    else:
        print_sentence(
            f"BROKEN: {words}: {escaped(explanation.difference)}; run `evalstore verify` for "
            "details, or `evalstore rebuild` to create the database again"
        )
    click.echo()
    print_table(
        ["system", "validator", "slice", "decision", "value", "interval", "count", "again"],
        [_row(item) for item in explanation.decisions],
    )
    for item in explanation.decisions:
        _print_inputs(item)
    click.echo()
    control = explanation.configuration.control
    options = [name for name, is_set in explanation.configuration.options.items() if is_set]
    _item("configured", ", ".join([explanation.gate.metric, *_threshold(explanation)]))
    _item("level", f"{control.alpha:g}, adjusted by {control.method}")
    if options:
        _item("options", ", ".join(options))
    _item("configuration", f"SHA-256 {explanation.config_sha256}")
    _item("log", f"{explanation.tree_size} events, root {explanation.root}")
    print_bundle(explanation.bundle)


def _item(words: str, text: str) -> None:
    print_item(f"{words}: {text}")


def _row(item: ExplainedDecision) -> tuple[str, ...]:
    names = named(item)
    decided, again = item.decided or {}, item.recomputed or {}
    return (
        escaped(str(names["system_id"] or "")),
        escaped(str(names["validator_id"] or "")),
        escaped(str(names["slice"] or "")),
        str(decided.get("decision", "none")),
        _number(decided.get("value")),
        _interval(decided.get("interval")),
        _number(decided.get("count")),
        str(again.get("decision", "none")) if item.different else "equal",
    )


def _threshold(explanation: GateExplanation) -> list[str]:
    words = dict.fromkeys(str(named(item).get("threshold")) for item in explanation.decisions)
    return [escaped(text) for text in words]


def _print_inputs(item: ExplainedDecision) -> None:
    names = named(item)
    click.echo()
    print_sentence(
        f"{escaped(' '.join(filter(None, (names['system_id'], names['slice']))))}: "
        f"{escaped(str(names.get('reason', '')))}"
    )
    for name, words in INPUTS:
        if names.get(name) is not None:
            _item(words, escaped(_text(names[name])))
    for name in item.different:
        decided, again = (side or {} for side in (item.decided, item.recomputed))
        _item(
            f"{name} differs",
            escaped(f"recorded {_text(decided.get(name))}, again {_text(again.get(name))}"),
        )


def _text(value: object) -> str:
    if isinstance(value, dict):
        parts = {name: part for name, part in value.items() if part is not None}
        return ", ".join(f"{name} {_text(part)}" for name, part in parts.items())
    return _interval(value) if isinstance(value, list) else _number(value)


def _number(value: object) -> str:
    if value is None:
        return "unknown"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _interval(value: object) -> str:
    return f"{_number(value[0])} to {_number(value[1])}" if isinstance(value, list) else ""
