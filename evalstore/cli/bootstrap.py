"""``evalstore bootstrap``: an interval by resampling."""

from typing import TYPE_CHECKING, Any

import click

from evalstore.api.store import Store
from evalstore.cli._options import (
    filter_options,
    json_option,
    newest_run_option,
    record_option,
    store_option,
)
from evalstore.cli._printing import print_json, print_note, print_table
from evalstore.cli._recording import recorded_sentence

if TYPE_CHECKING:
    from evalstore.api.reads.analyses import Bootstrapped

COLUMNS = (
    "system", "validator", "slice", "variant", "value", "ci_low", "ci_high", "bias", "count",
    "clusters", "reason",
)  # fmt: skip


@click.command()
@click.argument("metric", metavar="METRIC")
@newest_run_option
@filter_options
@click.option(
    "--resamples", type=click.IntRange(1, 100_000), default=1000,
    show_default=True, help="Draw this many times.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0, 2**53), default=0, show_default=True,
    help="Set the seed; the same seed gives the same draws.",
)  # fmt: skip
@click.option(
    "--cluster", type=click.Choice(("case", "cluster", "session")), default="case",
    show_default=True, help="Draw single cases, or whole clusters or sessions of cases.",
)  # fmt: skip
@click.option(
    "--level",
    type=float,
    default=0.95,
    show_default=True,
    help="Set the confidence level of the interval.",
)
@record_option("the intervals as events")
@json_option
@store_option
def bootstrap(store: Store, level: float, as_json: bool, **query: Any) -> None:
    """Compute an interval for each value of METRIC by resampling its cases with replacement.

    The default run is the newest. The same seed gives the same interval on every machine. With
    --record the interval is appended as analysis_recorded and appears in facts.intervals.

    Example:

    \b
        evalstore bootstrap ece
        evalstore bootstrap ece --record
        evalstore bootstrap accuracy --slice domain --cluster session --json
    """
    result = store.bootstrap(level=level, on_note=print_note, **query)
    if as_json:
        print_json(result.to_dict())
    else:
        _print(result, level)


def _print(result: "Bootstrapped", level: float) -> None:
    first, recorded = result.analyses[0], result.recorded
    plan = first.parameters
    click.echo(
        f"run {result.run_id}: {first.method} of {plan['metric']}, {plan['resample_count']} "
        f"resamples of {plan['cluster']}s, seed {plan['seed']}, level {level}"
    )
    rows = []
    for item in result.analyses:
        about, results = item.parameters, item.results
        rows.append(
            (
                about["system_id"],
                about["validator_id"],
                f"{about['slice_name']}={about['slice_value']}",
                about["variant"],
                results.value,
                results.ci_low,
                results.ci_high,
                results.bias,
                results.scored_count,
                results.cluster_count,
                results.reason,
            )
        )
    print_table(COLUMNS, rows)
    click.echo(recorded_sentence(recorded) + ("; see facts.intervals" if recorded else ""))
