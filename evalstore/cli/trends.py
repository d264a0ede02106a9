"""``evalstore trends``: a metric over commits, weeks or sessions, and its changes of level."""

from typing import Any, Literal

import click

from evalstore.api.store import Store
from evalstore.cli._options import json_option, no_record_option, store_option
from evalstore.cli._printing import print_json, print_note
from evalstore.cli._recording import recorded_sentence
from evalstore.errors import UsageError

# Orders of the points, by their name in ``Store.trends``.
ORDERS: dict[str, Literal["run", "week", "session"]] = {
    "commit": "run", "week": "week", "session": "session",
}  # fmt: skip


@click.command()
@click.argument("metric", metavar="METRIC")
@click.option(
    "--by", type=click.Choice(["commit", "week", "session"]), default="commit", show_default=True,
    help="A value for each run in the order of the commits, for each ISO week (UTC), or for each "
    "session of a run.",
)  # fmt: skip
@click.option("--weekly", "is_weekly", is_flag=True, help="The same as --by week.")
@click.option("--suite", metavar="SUITE", help="Runs of this suite; else that of the newest run.")
@click.option("--branch", metavar="BRANCH", help="Only runs of this branch; else of all.")
@click.option(
    "--run", "runs", multiple=True, metavar="RUN",
    help="By session: the sessions of this run, not of the newest that has some; may be repeated.",
)  # fmt: skip
@click.option("--system", metavar="ID", help="Only this system.")
@click.option("--validator", metavar="ID", help="This validator, not the primary.")
@click.option(
    "--slice", metavar="NAME[=VALUE]", default="all", show_default=True,
    help="A series for each domain, severity, ...; or one slice alone: domain=history.",
)  # fmt: skip
@click.option("--variant", metavar="KEY=VALUE", help="Only this variant.")
@click.option(
    "--runs", "step_count", type=click.IntRange(1), default=20, show_default=True,
    help="How many of the newest points to print; changes are sought in all.",
)  # fmt: skip
@click.option(
    "--week-of", type=click.Choice(["commit", "start"]), default="commit", show_default=True,
    help="By week: count a run in the week of its commit, or of its start.",
)  # fmt: skip
@click.option(
    "--reference", "reference_count", type=click.IntRange(2), default=20, show_default=True,
    help="How many first values the detectors learn level and scale from.",
)  # fmt: skip
@click.option(
    "--detect/--no-detect", default=True, show_default=True,
    help="Look for changes of level, with CUSUM and Page-Hinkley.",
)  # fmt: skip
@click.option(
    "--allow-other-judge", is_flag=True,
    help="Make one series also of what different versions of a validator judged.",
)  # fmt: skip
@no_record_option("Do not append the changes found as events.")
@json_option
@store_option
def trends(
    store: Store,
    by: str,
    is_weekly: bool,
    runs: tuple[str, ...],
    week_of: Literal["commit", "start"],
    detect: bool,
    record: bool,
    as_json: bool,
    **query: Any,
) -> None:
    """Print METRIC over the completed runs of a suite, and what changed.

    Each change from the run or week before is on the cases that both have, with its interval.
    By session there is none: each session asks questions of its own.
    Changes of level are recorded as trend_detected and stand in facts.trends.

    Example:

    \b
        evalstore trends accuracy --slice domain
        evalstore trends accuracy --weekly --branch main
        evalstore trends ece --by session --run pilot
        evalstore trends ece --no-record --json
    """
    from evalstore.cli import _trends

    by = "week" if is_weekly else by
    _require_allowed(by, week_of, runs)
    trend = store.trends(
        by=ORDERS[by],
        runs=runs,
        week_of=week_of,
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
    click.echo(recorded_sentence(recorded) + ("; facts.trends holds them" if recorded else ""))


def _require_allowed(by: str, week_of: str, runs: tuple[str, ...]) -> None:
    if by != "week" and week_of != "commit":
        raise UsageError("--week-of start is about weeks; it needs --weekly")
    if by != "session" and runs:
        raise UsageError("--run is about the sessions of a run; it needs --by session")
