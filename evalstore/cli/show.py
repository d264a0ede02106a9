"""``evalstore show``: the rows of one metric, or its SQL."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalstore.base import sql_files
from evalstore.cli import _counted, _rows
from evalstore.cli._options import filter_options, json_option, store_option
from evalstore.cli._printing import print_state
from evalstore.errors import UsageError
from evalstore.store.layout import Layout
from evalstore.store.query.reader import Reader, reading
from evalstore.store.query.result import Result, of_rows

if TYPE_CHECKING:
    from evalstore.metrics.catalog import Metric
    from evalstore.store.query.queries import Filter


@click.command()
@click.argument("metric_name", metavar="METRIC", required=False)
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
@click.option(
    "--all", "is_every", is_flag=True,
    help="Every metric of one run, in place of METRIC: of --run, else of the newest.",
)  # fmt: skip
@click.option("--sql", "as_sql", is_flag=True, help="Print the metric's SQL in place of rows.")
@_rows.format_option
@_rows.output_option
@json_option
@store_option
def show(
    layout: Layout,
    metric_name: str | None,
    run_id: str | None,
    system_id: str | None,
    validator_id: str | None,
    slices: tuple[str, ...],
    variant: str | None,
    cluster: str | None,
    as_counted: bool,
    is_every: bool,
    as_sql: bool,
    row_format: str | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Print METRIC, one row per run, system, validator and slice.

    With --all every metric of one run; as JSON with its run, its log, and the reasons of metrics
    without a value. Before a file is written, definitions and the facts of its runs are checked;
    exits 4 if they are not those of the segments.

    Example:

    \b
        evalstore show ece --slice domain
        evalstore show accuracy --run r1 --format json
        evalstore show accuracy --cluster topic
        evalstore show accuracy --run r1 --counted
        evalstore show accuracy --sql
        evalstore show --all --run r1 -o metrics.json
    """
    from evalstore.store.query import queries

    _require_one(metric_name, is_every, as_counted or as_sql or cluster is not None)
    _counted.require_alone(as_counted, as_sql, cluster)
    metric = _metric(metric_name, cluster)
    if as_sql and metric is not None:
        _print_sql(metric, cluster)
        return
    chosen = _rows.chosen_format(row_format, as_json, output)
    if output is not None:
        layout.require_outside(output)
    parts = tuple(queries.parse_slice(text) for text in slices)
    if metric is not None and metric.slice == "session":
        # This metric has rows of sessions only.
        parts = parts or (queries.Slice("session"),)
    row_filter = queries.Filter(run_id, system_id, validator_id, parts or queries.ALL, variant)
    if metric is None:
        _print_all(layout, replace(row_filter, slices=parts), chosen, output)
    elif as_counted:
        _counted.print_counted(layout, metric, row_filter, chosen, output)
    else:
        _print_metric(layout, metric, row_filter, cluster, chosen, output)


def _require_one(metric_name: str | None, is_every: bool, is_for_one: bool) -> None:
    """Raise UsageError unless either a metric or --all is set, with options valid for it."""
    if is_every == (metric_name is not None):
        raise UsageError("name a METRIC, or ask for --all; `evalstore metrics` lists them")
    if is_every and is_for_one:
        raise UsageError("--all goes with none of --counted, --sql and --cluster; name a METRIC")


def _metric(name: str | None, cluster: str | None) -> "Metric | None":
    from evalstore.metrics import catalog
    from evalstore.statistics import clustered

    if name is None:
        return None
    metric = catalog.find(name)
    if cluster is not None:
        clustered.require_offered(metric.name)
    return metric


def _print_sql(metric: "Metric", cluster: str | None) -> None:
    from evalstore.statistics import clustered

    click.echo(sql_files.read(metric.sql_name if cluster is None else clustered.SQL_NAME).rstrip())


def _print_all(layout: Layout, row_filter: "Filter", chosen: str, output: Path | None) -> None:
    from evalstore.store.query.run_metrics import COLUMNS, run_metrics

    with reading(layout) as reader:
        all_metrics = run_metrics(reader, row_filter)
        is_newest = row_filter.run_id is None
        _rows.require_sound(reader, output, str(all_metrics.run["run_id"]), is_newest=is_newest)
        print_state(reader)
    if chosen == "json":
        _rows.write_json(all_metrics.document(), output)
    elif chosen == "parquet":
        _rows.write_parquet(of_rows(COLUMNS, list(all_metrics.rows())), output)
    else:
        _rows.write_rows(list(COLUMNS), list(all_metrics.rows()), chosen, output)


def _print_metric(
    layout: Layout,
    metric: "Metric",
    row_filter: "Filter",
    cluster: str | None,
    chosen: str,
    output: Path | None,
) -> None:
    from evalstore.store.query import causes, queries

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
        note = _controls_note(reader, columns, rows)
        _rows.require_sound(reader, output, row_filter.run_id)
        print_state(reader)
    if not rows:
        click.echo(f"no value of {metric.name} for what was asked", err=True)
    for message in filter(None, (reason, note)):
        click.echo(message, err=True)
    if chosen == "parquet":
        _rows.write_parquet(result, output)
    else:
        _rows.write_rows(columns, rows, chosen, output)


def _typed(reader: Reader, metric: "Metric", row_filter: "Filter", cluster: str | None) -> Result:
    from evalstore.statistics import clustered
    from evalstore.store.query import queries

    if cluster is not None:
        return clustered.result_of(reader, row_filter, cluster)
    return queries.result_of(reader, metric, row_filter)


def _controls_note(
    reader: Reader, columns: Sequence[str], rows: Sequence[Sequence[object]]
) -> str:
    """Return a note with the controls among the rows; empty if there are none."""
    if not {"run_id", "system_id"} <= {*columns}:
        return ""
    run_place, system_place = columns.index("run_id"), columns.index("system_id")
    shown = {(row[run_place], row[system_place]) for row in rows}
    _, controls = reader.table("select run_id, system_id from facts.controls order by all")
    names = dict.fromkeys(str(name) for run_id, name in controls if (run_id, name) in shown)
    return f"controls, which know nothing: {', '.join(names)}" if names else ""
