"""``evalstore trends``: a metric over commits, weeks or sessions, and its changes of level."""

from typing import TYPE_CHECKING, Literal

import click

from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_state
from evalstore.cli._recording import recorded_sentence, require_folded
from evalstore.errors import UsageError
from evalstore.store.layout import Layout
from evalstore.store.query import queries

if TYPE_CHECKING:
    from evalstore.cli._trends import Answer
    from evalstore.statistics.trends import By


@click.command()
@click.argument("metric_name", metavar="METRIC")
@click.option(
    "--by", type=click.Choice(["commit", "week", "session"]), default="commit", show_default=True,
    help="A value for each run in the order of the commits, for each ISO week (UTC), or for each "
    "session of a run.",
)  # fmt: skip
@click.option("--weekly", "is_weekly", is_flag=True, help="The same as --by week.")
@click.option("--suite", metavar="SUITE", help="Runs of this suite; else that of the newest run.")
@click.option("--branch", metavar="BRANCH", help="Only runs of this branch; else of all.")
@click.option(
    "--run", "run_ids", multiple=True, metavar="RUN",
    help="By session: the sessions of this run, not of the newest that has some; may be repeated.",
)  # fmt: skip
@click.option("--system", "system_id", metavar="ID", help="Only this system.")
@click.option("--validator", "validator_id", metavar="ID", help="This validator, not the primary.")
@click.option(
    "--slice", "slice_text", metavar="NAME[=VALUE]", default="all", show_default=True,
    help="A series for each domain, severity, ...; or one slice alone: domain=history.",
)  # fmt: skip
@click.option("--variant", metavar="KEY=VALUE", help="Only this variant.")
@click.option(
    "--runs", "shown_count", type=click.IntRange(1), default=20, show_default=True,
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
    "--detect/--no-detect", "is_detecting", default=True, show_default=True,
    help="Look for changes of level, with CUSUM and Page-Hinkley.",
)  # fmt: skip
@click.option(
    "--allow-other-judge", is_flag=True,
    help="Make one series also of what different versions of a validator judged.",
)  # fmt: skip
@click.option("--no-record", is_flag=True, help="Do not append the changes found as events.")
@json_option
@store_option
def trends(
    layout: Layout,
    metric_name: str,
    by: "By",
    is_weekly: bool,
    suite: str | None,
    branch: str | None,
    run_ids: tuple[str, ...],
    system_id: str | None,
    validator_id: str | None,
    slice_text: str,
    variant: str | None,
    shown_count: int,
    week_of: Literal["commit", "start"],
    reference_count: int,
    is_detecting: bool,
    allow_other_judge: bool,
    no_record: bool,
    as_json: bool,
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
    from evalstore.metrics import catalog
    from evalstore.statistics import trends
    from evalstore.store.query.reader import reading

    metric = catalog.find(metric_name)
    by = "week" if is_weekly else by
    _require_allowed(by, week_of, run_ids)
    part = queries.parse_slice(slice_text)
    is_recording = is_detecting and not no_record
    if is_recording:
        require_folded(layout, "looking for changes")
    with reading(layout) as reader:
        if not is_recording:
            print_state(reader)
        chosen = trends.chosen_suite(reader, suite, branch, run_ids)
        history = trends.TrendHistory(
            metric, chosen, by, branch, system_id, validator_id, part, variant, week_of,
            allow_other_judge, run_ids or None,
        )  # fmt: skip
        answer = _trends.answer(reader, history, shown_count)
    if is_detecting:
        _trends.detect(answer, reference_count)
    recorded = _recorded(layout, answer) if is_recording else None
    _say(answer, recorded, as_json=as_json)


def _require_allowed(by: str, week_of: str, run_ids: tuple[str, ...]) -> None:
    if by != "week" and week_of != "commit":
        raise UsageError("--week-of start is about weeks; it needs --weekly")
    if by != "session" and run_ids:
        raise UsageError("--run is about the sessions of a run; it needs --by session")


def _recorded(layout: Layout, answer: "Answer") -> dict[str, int]:
    from evalstore.cli import _trends
    from evalstore.harnesses.recording import record
    from evalstore.statistics import trend_detection

    events = list(trend_detection.events(answer.history, answer.detected))
    return record(layout, events, source="trends") if events else _trends.NOTHING_NEW


def _say(answer: "Answer", recorded: dict[str, int] | None, *, as_json: bool) -> None:
    from evalstore.cli import _trends

    if as_json:
        print_json(_trends.as_dict(answer) | {"recorded": recorded})
        return
    _trends.print_answer(answer)
    click.echo(recorded_sentence(recorded) + ("; facts.trends holds them" if recorded else ""))
