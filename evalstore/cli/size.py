"""``evalstore size``: how many cases a gate takes, and what so many can show."""

from typing import TYPE_CHECKING, Any

import click

from evalstore.api.store import Store
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import percent, print_item, print_json, print_sentence, print_table
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from evalstore.gates.power.size_questions import Detectable, SizeAnswer

SHARE = click.FloatRange(0.0, 1.0)
INSIDE = click.FloatRange(0.0, 1.0, min_open=True, max_open=True)


@click.command()
@click.argument("metric", metavar="METRIC")
@click.option("--min", type=float, metavar="VALUE", help="Ask for a gate with this `min`.")
@click.option("--max", type=float, metavar="VALUE", help="Ask for a gate with this `max`.")
@click.option("--true", type=float, metavar="VALUE", help="Name the true value of the system.")
@click.option(
    "--max-drop", type=click.FloatRange(0.0), metavar="DROP",
    help="Ask for a gate with this `max_drop`. Default: 0.",
)  # fmt: skip
@click.option(
    "--drop", type=click.FloatRange(0.0), metavar="DROP", help="Name the true drop to be found."
)
@click.option(
    "--baseline-share", type=SHARE, metavar="SHARE", help="Name the true value before the drop."
)
@click.option(
    "--discordant", type=SHARE, metavar="SHARE",
    help="Name the share of the cases on which two runs of an unchanged system differ.",
)  # fmt: skip
@click.option(
    "--spread", type=click.FloatRange(0.0, min_open=True), metavar="DEVIATION",
    help="Name the standard deviation of values of cases, or, with --drop, of differences.",
)  # fmt: skip
@click.option(
    "--attempts", type=click.IntRange(1, 1000), metavar="COUNT",
    help="Ask for so many attempts at each case. Default: 1.",
)  # fmt: skip
@click.option(
    "--alike", type=SHARE, metavar="SHARE",
    help="Name how far attempts at a case agree: 0 as those at other cases, 1 always.",
)  # fmt: skip
@click.option(
    "--require", type=click.Choice(("point", "shown", "ruled_out")), default="shown",
    show_default=True, help="Decide by the value, by what is shown, or by a drop ruled out.",
)  # fmt: skip
@click.option(
    "--alpha", type=INSIDE, default=0.05, show_default=True,
    help="Set the level at which a drop is shown.",
)  # fmt: skip
@click.option(
    "--power", type=INSIDE, multiple=True, default=(0.8, 0.95), show_default=True,
    help="Ask for this power; repeatable.",
)  # fmt: skip
@click.option(
    "--cases", type=click.IntRange(1, 100_000), metavar="COUNT",
    help="Ask what so many cases can show, instead of how many are needed.",
)  # fmt: skip
@click.option(
    "--run", metavar="RUN",
    help="Select a run, to take the spread, attempts and cases from that are not named. "
    "Default: no run.",
)  # fmt: skip
@click.option("--system", metavar="ID", help="Select a system of the run.")
@json_option
@store_option
def size(store: Store, as_json: bool, **question: Any) -> None:
    """Print how many cases a gate on METRIC needs, or what a number of cases can show.

    Every chance is a sum over what the cases may show, each decided as `evalstore gate` decides.
    Without --run no store is read. METRIC is one with a value for each case.

    Example:

    \b
        evalstore size accuracy --min 0.85 --true 0.90
        evalstore size accuracy --drop 0.03 --baseline-share 0.9
        evalstore size accuracy --max-drop 0.02 --require ruled_out --discordant 0.05
        evalstore size accuracy --min 0.85 --cases 200
        evalstore size accuracy --drop 0.03 --run r1
        evalstore size mean_value --min 6.5 --true 7 --spread 2
    """
    if question["system"] is not None and question["run"] is None:
        raise UsageError("--system selects a system of a run; name the run with --run")
    answer = store.size(**question)
    if as_json:
        print_json(answer.to_dict())
    else:
        _print(answer)


def _print(answer: "SizeAnswer") -> None:
    print_sentence(answer.plan.sentence)
    aim, where = answer.plan.aim, f"at {answer.plan.null:g}"
    if answer.question.is_of_drop and answer.plan.null:
        where = f"at a drop of {answer.plan.null:g}"
    elif answer.question.is_of_drop:
        where = "without a drop"
    if answer.rows:
        rows: list[tuple[object, ...]] = []
        for row in answer.rows:
            chances = row.chances
            rows.append(
                (
                    None if row.power is None else f"{row.power:.0%}",
                    row.case_count or "> 100000",
                    *map(percent, (chances.passes, chances.fails, chances.undecided)),
                    percent(row.by_chance),
                )
                if chances is not None
                else (f"{row.power:.0%}", "> 100000", None, None, None, None)
            )
        columns: tuple[str, ...] = (
            "power",
            "cases",
            "pass",
            "fail",
            "undecided",
            f"{aim} {where}",
        )
        if answer.question.case_count is not None:
            columns, rows = columns[1:], [row[1:] for row in rows]
        print_table(columns, rows)
    for one in answer.detectable:
        print_sentence(_detectable(answer, one))
    click.echo("assumed:")
    for assumption in answer.plan.assumptions:
        print_item(assumption)


def _detectable(answer: "SizeAnswer", one: "Detectable") -> str:
    """Return a sentence on the smallest distance that so many cases show."""
    verb = {"pass": "passes", "fail": "fails"}[one.answer]
    often = f"{answer.question.case_count} cases: {verb} with a chance of {one.power:.0%}"
    if one.at is None:
        return f"{often} at no true value"
    if answer.question.is_of_drop:
        if one.answer == "pass":
            return f"{often} up to a true drop of {one.at:.3g}"
        return f"{often} from a true drop of {one.at:.3g} on"
    word = "least" if answer.plan.side(one.answer) > 0 else "most"
    return f"{often} where the true value is at {word} {one.at:.4g}"
