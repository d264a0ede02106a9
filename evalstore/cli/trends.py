"""``evalstore trends``: a metric over commits, weeks or sessions, and its changes of level."""

from typing import Any, Literal

import click

from evalstore.api.store import Store
from evalstore.cli._options import (
    NEWEST_RUN,
    json_option,
    record_option,
    run_options,
    store_option,
)
from evalstore.cli._printing import print_json, print_note
from evalstore.cli._recording import recorded_sentence


@click.command()
@click.argument("metric", metavar="METRIC")
@click.option(
    "--by", type=click.Choice(["commit", "week", "session"]), default="commit", show_default=True,
    help="Print one value for each run in the order of the commits, each ISO week (UTC), or "
        "each session of a run.",
)  # fmt: skip
@click.option(
    "--weekly", "is_weekly", is_flag=True, help="Print a value for each week, like --by week."
)
@click.option(
    "--suite", metavar="SUITE", help="Select a suite. Default: the suite of the newest run."
)
@click.option("--branch", metavar="BRANCH", help="Select a branch. Default: all branches.")
@run_options("runs", f"{NEWEST_RUN} with sessions", ", with --by session")
@click.option("--system", metavar="ID", help="Select a system.")
@click.option(
    "--validator", metavar="ID", help="Use verdicts of this validator, not of the primary one."
)
@click.option(
    "--slice", metavar="NAME[=VALUE]", default="all", show_default=True,
    help=(
        "Print a series for each slice, such as domain or severity, or for one: domain=history."
    ),
)  # fmt: skip
@click.option("--variant", metavar="KEY=VALUE", help="Select a variant.")
@click.option(
    "--runs", "step_count", type=click.IntRange(1), default=20, show_default=True,
    help="Print this many newest points; changes are detected in all.",
)  # fmt: skip
@click.option(
    "--week-of", type=click.Choice(["commit", "start"]), default="commit", show_default=True,
    help="Count a run in the week of its commit, or of its start, with --weekly.",
)  # fmt: skip
@click.option(
    "--reference", "reference_count", type=click.IntRange(2), default=20, show_default=True,
    help="Learn level and scale from this many first values.",
)  # fmt: skip
@click.option(
    "--detect/--no-detect", default=True, show_default=True,
    help="Detect changes of level, with CUSUM and Page-Hinkley.",
)  # fmt: skip
@click.option(
    "--allow-other-judge", is_flag=True,
    help="Also join verdicts of different versions of a validator into one series.",
)  # fmt: skip
@record_option("the changes found as events")
@json_option
@store_option
def trends(
    store: Store,
    by: Literal["commit", "week", "session"],
    is_weekly: bool,
    detect: bool,
    record: bool,
    as_json: bool,
    **query: Any,
) -> None:
    """Print METRIC over the completed runs of a suite, and what changed.

    Each change since the run or week before is computed over the cases that both have, with its
    interval. Sessions are not compared, because each asks other questions. With --record
    changes of level are appended as trend_detected; see facts.trends.

    Example:

    \b
        evalstore trends accuracy --slice domain
        evalstore trends accuracy --weekly --branch main
        evalstore trends ece --by session --run pilot
        evalstore trends accuracy --record
        evalstore trends ece --json
    """
    from evalstore.cli import _trends

    by = "week" if is_weekly else by
    trend = store.trends(
        by="run" if by == "commit" else by,
        detect=detect,
        record=detect and record,
        on_note=print_note,
        **query,
    )
    if as_json:
        print_json(trend.to_dict())
        return
    _trends.print_trend(trend)
    recorded = trend.recorded
    click.echo(recorded_sentence(recorded) + ("; see facts.trends" if recorded else ""))
