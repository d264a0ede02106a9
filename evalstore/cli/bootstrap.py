"""``evalstore bootstrap``: an interval by resampling, recorded as an event."""

from typing import TYPE_CHECKING

import click

from evalstore.cli._options import filter_options, json_option, store_option
from evalstore.cli._printing import print_json, print_table
from evalstore.cli._recording import recorded_sentence, require_folded
from evalstore.errors import UsageError
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.statistics.bootstrap import Analysis

COLUMNS = (
    "system", "validator", "slice", "variant", "value", "ci_low", "ci_high", "bias", "count",
    "clusters", "reason",
)  # fmt: skip


@click.command()
@click.argument("metric_name", metavar="METRIC")
@filter_options
@click.option(
    "--resamples", "resample_count", type=click.IntRange(1, 100_000), default=1000,
    show_default=True, help="How often to draw.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0, 2**53), default=0, show_default=True,
    help="The same seed draws the same again.",
)  # fmt: skip
@click.option(
    "--cluster", type=click.Choice(("case", "cluster", "session")), default="case",
    show_default=True, help="What is drawn: single cases, or all those of a cluster or session.",
)  # fmt: skip
@click.option(
    "--level", type=float, default=0.95, show_default=True, help="The level of the interval."
)
@click.option("--no-record", is_flag=True, help="Do not append the intervals as events.")
@json_option
@store_option
def bootstrap(
    layout: Layout,
    metric_name: str,
    run_id: str | None,
    system_id: str | None,
    validator_id: str | None,
    slices: tuple[str, ...],
    variant: str | None,
    resample_count: int,
    seed: int,
    cluster: str,
    level: float,
    no_record: bool,
    as_json: bool,
) -> None:
    """Give each value of METRIC an interval by drawing its cases again with replacement.

    The default run is the latest. The same seed gives the same interval on every machine. The
    interval is recorded as analysis_recorded and appears in facts.intervals.

    Example:

    \b
        evalstore bootstrap ece
        evalstore bootstrap accuracy --slice domain --cluster session --json
    """
    from evalstore.harnesses.recording import record
    from evalstore.metrics import catalog
    from evalstore.statistics.bootstrap import BootstrapPlan, analyse
    from evalstore.store.query import queries
    from evalstore.store.query.reader import reading
    from evalstore.store.verify import integrity

    metric = catalog.find(metric_name)
    plan = BootstrapPlan(resample_count, seed, cluster, level)
    plan.require()
    parts = tuple(queries.parse_slice(text) for text in slices) or queries.ALL
    require_folded(layout, "resampling")
    with reading(layout) as reader:
        run_id = run_id or queries.newest_run(reader)
        queries.run_status(reader, run_id)
        row_filter = queries.Filter(run_id, system_id, validator_id, parts, variant)
        try:
            analyses = analyse(reader, metric, run_id, row_filter, plan)
        except UsageError:
            # If rows do not add up to their count, altered facts may be the cause.
            integrity.require(integrity.fact_problems(reader, [run_id]))
            raise
    recorded = None
    if not no_record:
        recorded = record(layout, [item.event() for item in analyses], source="bootstrap")
    if as_json:
        payloads = [analysis.event()["payload"] for analysis in analyses]
        print_json({"run_id": run_id, "recorded": recorded, "analyses": payloads})
    else:
        _print(run_id, analyses, plan.level, recorded)


def _print(
    run_id: str, analyses: "list[Analysis]", level: float, recorded: dict[str, int] | None
) -> None:
    plan = analyses[0].parameters
    click.echo(
        f"run {run_id}: {analyses[0].method} of {plan['metric']}, {plan['resample_count']} "
        f"resamples of {plan['cluster']}s, seed {plan['seed']}, level {level}"
    )
    rows = []
    for item in analyses:
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
    click.echo(recorded_sentence(recorded) + ("; facts.intervals holds them" if recorded else ""))
