"""``evalstore show``: the rows of one metric, or its SQL."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalstore import sql_files
from evalstore.cli import _counted, _rows
from evalstore.cli._options import filter_options, json_option, store_option
from evalstore.cli._printing import print_unfolded
from evalstore.store.layout import Layout
from evalstore.store.reader import Reader, reading
from evalstore.store.result import Result

if TYPE_CHECKING:
    from evalstore.metrics.catalog import Metric
    from evalstore.queries import Filter


@click.command()
@click.argument("metric_name", metavar="METRIC")
@filter_options
@click.option(
    "--cluster",
    metavar="KEY",
    help="Intervals of accuracy by cluster: case, cluster, session or an attribute.",
)
@click.option(
    "--counted",
    "as_counted",
    is_flag=True,
    help="How many cases it counted and left out, by reason; with --format csv, json or parquet "
    "each of them.",
)
@click.option("--sql", "as_sql", is_flag=True, help="Print the metric's SQL in place of rows.")
@_rows.format_option
@_rows.output_option
@json_option
@store_option
def show(
    layout: Layout,
    metric_name: str,
    run_id: str | None,
    system_id: str | None,
    validator_id: str | None,
    slices: tuple[str, ...],
    variant: str | None,
    cluster: str | None,
    as_counted: bool,
    as_sql: bool,
    row_format: str | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Print METRIC, one row per run, system, validator and slice.

    Example:

    \b
        evalstore show ece --slice domain
        evalstore show accuracy --run r1 --format json
        evalstore show accuracy --cluster topic
        evalstore show accuracy --run r1 --counted
        evalstore show accuracy --sql
    """
    from evalstore import queries
    from evalstore.analyses import clustered
    from evalstore.metrics import catalog

    metric = catalog.find(metric_name)
    if cluster is not None:
        clustered.require_offered(metric.name)
    _counted.require_alone(as_counted, as_sql, cluster)
    if as_sql:
        sql_name = metric.sql_name if cluster is None else clustered.SQL_NAME
        click.echo(sql_files.read(sql_name).rstrip())
        return
    chosen = _rows.chosen_format(row_format, as_json, output)
    if output is not None:
        layout.require_outside(output)
    slices_wanted = tuple(queries.parse_slice(text) for text in slices) or queries.ALL
    row_filter = queries.Filter(run_id, system_id, validator_id, slices_wanted, variant)
    if as_counted:
        _counted.print_counted(layout, metric, row_filter, chosen, output)
    else:
        _print_metric(layout, metric, row_filter, cluster, chosen, output)


def _print_metric(
    layout: Layout,
    metric: "Metric",
    row_filter: "Filter",
    cluster: str | None,
    chosen: str,
    output: Path | None,
) -> None:
    from evalstore import causes, queries

    is_typed = chosen == "parquet" or cluster is not None
    with reading(layout) as reader:
        if row_filter.run_id is not None:
            queries.run_status(reader, row_filter.run_id)
        if is_typed:
            result = _typed(reader, metric, row_filter, cluster)
            columns, rows = result.columns, result.rows()
        else:
            columns, rows = queries.rows_of(reader, metric, row_filter)
        reason = causes.why(reader, metric, (columns, rows), row_filter)
        print_unfolded(reader)
    if not rows:
        click.echo(f"no value of {metric.name} for what was asked", err=True)
    if reason:
        click.echo(reason, err=True)
    if chosen == "parquet":
        _rows.write_parquet(result, output)
    else:
        _rows.write_rows(columns, rows, chosen, output)


def _typed(reader: Reader, metric: "Metric", row_filter: "Filter", cluster: str | None) -> Result:
    from evalstore import queries
    from evalstore.analyses import clustered

    if cluster is not None:
        return clustered.result_of(reader, row_filter, cluster)
    return queries.result_of(reader, metric, row_filter)
