"""``evalstore diff``: the numbers that two sizes of a log differ in, and why."""

import click

from evalstore.api.store import Store
from evalstore.base.text_table import escaped
from evalstore.cli._options import json_option, run_options, store_option
from evalstore.cli._printing import (
    print_item,
    print_json,
    print_note,
    print_sentence,
    print_table,
)
from evalstore.cli._progress import progress_shown
from evalstore.store.explanation.difference import ChangedNumber, LogDifference, Row

NUMBERS_SHOWN_MAX = 100
SIZE = click.IntRange(min=1)


@click.command()
@click.argument("first", metavar="SIZE_A", type=SIZE)
@click.argument("last", metavar="[SIZE_B]", type=SIZE, required=False)
@click.option(
    "--metric", metavar="METRIC", multiple=True,
    help="Compare this metric; repeatable. Default: all.",
)  # fmt: skip
@run_options("run", "all runs")
@json_option
@store_option
def diff(
    store: Store,
    first: int,
    last: int | None,
    metric: tuple[str, ...],
    run: tuple[str, ...],
    as_json: bool,
) -> None:
    """List the numbers that the log at SIZE_A and at SIZE_B differ in, and the events between.

    SIZE_B is the present size by default. Both sides are computed from the segments, by the
    definitions of this installation, of the runs that have events before SIZE_A and between the
    sizes; runs that began between them are only named.

    Example:

    \b
        evalstore diff 1450
        evalstore diff 1450 1475 --metric accuracy --run r1
    """
    with progress_shown("runs computed", is_quiet=as_json) as on_progress:
        found = store.diff(
            first, last, metric=metric, run=run, on_progress=on_progress, on_note=print_note
        )
    if as_json:
        print_json(found.to_dict())
    else:
        _show(found)


def _show(found: LogDifference) -> None:
    from evalstore.cli._explained import short_source

    print_sentence(str(found))
    if found.is_defined_otherwise:
        print_sentence(
            "the definitions of facts changed between the sizes: what was shown then may differ "
            "from `before`, which the present definitions give"
        )
    for words, names in (("new", found.new), ("left out, events are missing", found.left_out)):
        for name in names:
            print_item(escaped(f"{name}: {words}"))
    if found.numbers:
        click.echo()
        _print_numbers(found.numbers)
    if found.events:
        click.echo()
        print_sentence("Events between the sizes, of these runs:")
    for item in found.events:
        about = "/".join(filter(None, (item.system_id, item.validator_id)))
        print_item(
            escaped(
                f"{item.run_id}: {item}{f' of {about}' if about else ''}, from position "
                f"{item.first_position} on, by {short_source(item.source)}"
            )
        )


def _print_numbers(numbers: list[ChangedNumber]) -> None:
    names = ("metric", "run_id", "system_id", "validator_id", "slice_name", "slice_value",
             "variant")  # fmt: skip
    shown = [
        name for name in names if any(item.number[name] not in ("", None) for item in numbers)
    ]
    print_table(
        [*shown, "before", "after", "scored before", "scored after", "because"],
        [
            (
                *(item.number[name] for name in shown),
                *_both(item, "value"),
                *_both(item, "scored_count"),
                ", ".join(dict.fromkeys(map(str, item.because))) or None,
            )
            for item in numbers[:NUMBERS_SHOWN_MAX]
        ],
    )
    if len(numbers) > NUMBERS_SHOWN_MAX:
        click.echo(f"  and {len(numbers) - NUMBERS_SHOWN_MAX} more; --json lists all")


def _both(item: ChangedNumber, name: str) -> tuple[object, object]:
    return _part(item.before, name), _part(item.after, name)


def _part(row: Row | None, name: str) -> object:
    return "no row" if row is None and name == "value" else (row or {}).get(name)
