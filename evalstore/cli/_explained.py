"""Output of ``evalstore explain``: numbers, definition, rows, events and the log."""

import re
from typing import TYPE_CHECKING

import click

from evalstore.base.phrases import counted, short_digest
from evalstore.base.text_table import escaped
from evalstore.cli._lineage import reads
from evalstore.cli._printing import print_item, print_sentence, print_table
from evalstore.store.explanation.explained import ChangedRow, ExplainedNumber, Explanation
from evalstore.store.explanation.explaining import difference

if TYPE_CHECKING:
    from evalstore.store.explanation.bundles.bundling import WrittenBundle

CHANGED_SHOWN_MAX = 10
SHA256 = re.compile("[0-9a-f]{64}")
DECIDED_ON = ("system_id", "validator_id")
INTERVAL = ("ci_low", "ci_high")


def show(explanation: Explanation) -> None:
    """Print an explanation for people."""
    _print_verdict(explanation)
    _print_numbers(explanation)
    if explanation.change is not None:
        _print_change(explanation)
    _print_definition(explanation)
    _print_reasons(explanation)
    _print_rows(explanation)
    _print_events(explanation)
    print_bundle(explanation.bundle)


def _print_verdict(explanation: Explanation) -> None:
    """Print in a sentence whether the database says what the segments give."""
    numbers = counted(len(explanation.numbers), "number")
    where = f"{explanation.metric.name} of run {escaped(explanation.run_id)}"
    segments = counted(len(explanation.record.of_run), "segment")
    if explanation.is_equal:
        print_sentence(f"{where}: {numbers}, computed again from {segments}: equal")
        return
    print_sentence(
        f"BROKEN: {where}: the database and {segments} differ: "
        f"{escaped(difference(explanation))}; run `evalstore verify` for details, or `evalstore "
        "rebuild` to create the database again"
    )


def _print_numbers(explanation: Explanation) -> None:
    grain = _telling([number.grain for number in explanation.numbers])
    click.echo()
    if not explanation.metric.has_value:
        _print_tables_rows(explanation.numbers, grain)
        return
    print_table(
        [*grain, "value", "interval", "recomputed", "scored"],
        [
            (
                *(number.grain[name] for name in grain),
                _value(number.stored),
                _interval(number.stored),
                _value(number.recomputed),
                (number.recomputed or {}).get("scored_count"),
            )
            for number in explanation.numbers
        ],
    )


def _print_tables_rows(numbers: list[ExplainedNumber], grain: list[str]) -> None:
    """Print the rows of a metric that is a table, as the segments give them."""
    names = dict.fromkeys(name for number in numbers for name in number.recomputed or {})
    print_table(
        [*grain, *names, "differs in"],
        [
            (
                *(number.grain[name] for name in grain),
                *((number.recomputed or {}).get(name) for name in names),
                ", ".join(number.different) or None,
            )
            for number in numbers
        ],
    )


def _telling(grains: list[dict[str, object]]) -> list[str]:
    """Return the columns of the grain that are not empty, without the run."""
    names = [name for name in (grains[0] if grains else {}) if name != "run_id"]
    return [name for name in names if any(grain[name] not in ("", None) for grain in grains)]


def _value(row: dict[str, object] | None) -> object:
    if row is None:
        return "no row"
    return row.get("value")


def _interval(row: dict[str, object] | None) -> str | None:
    low, high = ((row or {}).get(name) for name in INTERVAL)
    if not isinstance(low, float) or not isinstance(high, float):
        return None
    return f"{low:.4g} to {high:.4g}"


def _print_change(explanation: Explanation) -> None:
    change = explanation.change
    if change is None:
        return
    click.echo()
    since = sum(int(str(row["event_count"])) for row in change.events)
    print_sentence(
        f"At {change.tree_size} events (root {change.root[:12]}); since then "
        f"{counted(since, 'event')} of the run, {counted(len(change.rows), 'row')} changed"
    )
    grain = _telling([number.grain for number in change.numbers])
    print_table(
        [*grain, "then", "now"],
        [_then_and_now(number, grain) for number in change.numbers],
    )
    for row in change.events:
        revised = f", of which {row['revision_count']} revise" if row["revision_count"] else ""
        print_item(
            escaped(
                f"{row['kind']}: {row['event_count']} from position {row['first_position']} on"
                f"{revised}, by {short_source(row['source'])}"
            )
        )
    for changed in change.rows[:CHANGED_SHOWN_MAX]:
        print_item(escaped(_then(changed)))
    if len(change.rows) > CHANGED_SHOWN_MAX:
        print_item(f"and {len(change.rows) - CHANGED_SHOWN_MAX} more; --json lists all")
    for decision in change.decisions:
        print_item(escaped(_outdated(decision)))


def _outdated(decision: dict[str, object]) -> str:
    """Return which gate decided what on a value that is no longer the present one."""
    about = "/".join(str(decision[name]) for name in DECIDED_ON if decision[name])
    foreign = ", in another store" if decision["is_foreign"] else ""
    return (
        f"gate {decision['gate_id']}{f' on {about}' if about else ''} decided "
        f"{decision['decision']}{foreign} at {decision['tree_size']} events on "
        f"{_shown(decision['value'])}, which is now {_shown(decision['value_now'])}"
    )


def _shown(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else "no value"


def _then_and_now(number: ExplainedNumber, grain: list[str]) -> tuple[object, ...]:
    values = (number.grain[name] for name in grain)
    return (*values, _value(number.stored), _value(number.recomputed))


def _then(changed: ChangedRow) -> str:
    return str(changed).replace(", from the segments ", ", now ")


def _print_definition(explanation: Explanation) -> None:
    metric = explanation.metric
    click.echo()
    print_sentence(f"Definition: {metric.sentence}")
    print_sentence(
        f"  {metric.unit}, {metric.range}, better: {metric.better}; the SQL: "
        f"`evalstore show {metric.name} --sql`"
    )
    print_sentence(f"Reads: {reads(explanation.lineage)}")


def _print_reasons(explanation: Explanation) -> None:
    click.echo()
    if explanation.why_no_rows:
        print_sentence(f"Rows: not named, {explanation.why_no_rows}")
        return
    print_sentence(f"Rows: {explanation.row_count}")
    counts: dict[str, int] = {}
    for item in explanation.reasons:
        name = "counted" if item["reason"] is None else f"left out: {item['reason']}"
        counts[name] = counts.get(name, 0) + int(str(item["row_count"]))
    for name, count in counts.items():
        print_item(f"{count} {name}")


def _print_rows(explanation: Explanation) -> None:
    rows = explanation.rows
    if not rows:
        return
    keys = ("system_id", "validator_id", "case_id", "attempt", "item", "variant", "slice_value")
    shown = [name for name in keys if any(row[name] not in (None, "", "all") for row in rows)]
    click.echo()
    print_table(
        [*shown, "counts as", "of", "left out because", "events"],
        [
            (
                *(row[name] for name in shown),
                row["numerator"],
                row["denominator"],
                row["reason"],
                _positions(row["positions"]),
            )
            for row in rows
        ],
    )
    if explanation.row_count > len(rows):
        click.echo(f"  and {explanation.row_count - len(rows)} more; --rows N lists them")


def _positions(positions: object) -> str | None:
    return " ".join(map(str, positions)) if isinstance(positions, list) else None


def _print_events(explanation: Explanation) -> None:
    events, record = explanation.events, explanation.record
    click.echo()
    print_sentence(f"Events: {events.count}")
    for row in events.by_source:
        print_item(
            escaped(
                f"{row['event_count']} {row['kind']} at positions {row['first_position']} to "
                f"{row['last_position']}, from {short_source(row['source'])}"
            )
        )
    print_sentence(f"Log: {record.tree_size} events, root {record.root}")
    for item in record.of_run:
        kept = "as its checkpoint records" if item.has_checkpoint else "without a checkpoint"
        print_item(f"segment {item.name}, SHA-256 {item.sha256}, {kept}")


def short_source(source: object) -> str:
    """Return the source of an event, its SHA-256 shortened."""
    return SHA256.sub(lambda found: short_digest(found[0]), str(source))


def print_bundle(bundle: "WrittenBundle | None") -> None:
    """Print what was written, if anything was, and the SHA-256 to tell apart from it."""
    if bundle is None:
        return
    incomplete = (
        f", {bundle.incomplete_count} of them without their payload"
        if bundle.incomplete_count
        else ""
    )
    click.echo()
    print_sentence(
        f"Wrote {escaped(bundle.path)}: {counted(bundle.event_count, 'event')}{incomplete}; "
        f"its SHA256SUMS has the SHA-256 {bundle.sums_sha256}: tell it to whoever checks the "
        "bundle, apart from the file"
    )
