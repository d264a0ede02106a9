"""``evalstore show``: the rows of one metric, or its SQL."""

from pathlib import Path
from typing import Any

import click

from evalstore.api.store import Store
from evalstore.base import sql_files
from evalstore.cli import _rows
from evalstore.cli._assignments import parse_assignments
from evalstore.cli._options import filter_options, json_flag, run_option, store_option
from evalstore.cli._printing import print_note
from evalstore.errors import UsageError


@click.command()
@click.argument("metric", metavar="METRIC", required=False)
@run_option
@filter_options
@click.option(
    "--cluster",
    metavar="KEY",
    help="Compute intervals of accuracy by cluster: case, cluster, session or an attribute.",
)
@click.option(
    "--set", "assignments", metavar="NAME=VALUE", multiple=True,
    help="Compute it with another value of a parameter, such as bins=15; repeatable.",
)  # fmt: skip
@click.option(
    "--counted",
    "as_counted",
    is_flag=True,
    help="Print how many cases the metric counted and left out, by reason; with --format csv, "
    "json or parquet, each case.",
)
@click.option(
    "--all", "is_every", is_flag=True,
    help="Print every metric of one run instead of METRIC: of --run, or of the newest run.",
)  # fmt: skip
@click.option("--sql", "as_sql", is_flag=True, help="Print the metric's SQL instead of rows.")
@_rows.row_format_option
@_rows.output_option
@json_flag
@store_option
def show(
    store: Store,
    metric: str | None,
    cluster: str | None,
    assignments: tuple[str, ...],
    as_counted: bool,
    is_every: bool,
    as_sql: bool,
    row_format: str | None,
    output: Path | None,
    as_json: bool,
    **query: Any,
) -> None:
    """Print METRIC, one row per run, system, validator and slice.

    --all prints every metric of one run; JSON adds the run, its log, and the reasons for metrics
    without a value. Before a file is written, definitions and the facts of its runs are checked;
    exits 4 if they do not match the segments.

    Example:

    \b
        evalstore show ece --slice domain
        evalstore show ece --set bins=15
        evalstore show accuracy --run r1 --json
        evalstore show accuracy --cluster topic
        evalstore show accuracy --run r1 --counted
        evalstore show accuracy --sql
        evalstore show --all --run r1 -o metrics.json
    """
    _require_one(metric, is_every, as_counted or as_sql or cluster is not None or assignments)
    for option, is_given in (("set", assignments), ("counted", as_counted)):
        if is_given and (as_sql or cluster is not None):
            other = "sql" if as_sql else "cluster"
            raise UsageError(f"--{option} and --{other} cannot be combined; leave one out")
    if metric is not None and as_sql:
        click.echo(_sql(metric, cluster))
        return
    chosen = _rows.chosen_format(row_format, as_json, output)
    if output is not None:
        store.require_outside(output)
    query |= {"check": output is not None, "on_note": print_note}
    is_typed = chosen == "parquet"
    parameters = parse_assignments(assignments, "bins=15")
    if metric is None:
        metrics = store.run_metrics(**query)
        if chosen == "json":
            _rows.write_json(metrics.document(), output)
            return
        result = metrics.result(typed=is_typed)
    elif as_counted:
        is_short = chosen == "table" and output is None
        query |= {"by_reason": is_short, "typed": not is_short}
        result = store.counted(metric, parameters=parameters, **query)
    else:
        query |= {"cluster": cluster, "typed": is_typed}
        result = store.metric(metric, parameters=parameters, **query)
    _rows.write_rows(result, chosen, output)


def _require_one(metric: str | None, is_every: bool, is_for_one: object) -> None:
    """Raise UsageError unless either a metric or --all is set, with options valid for it."""
    if is_every == (metric is not None):
        raise UsageError(
            "expected either METRIC or --all; name one of `evalstore metrics`, or use --all"
        )
    if is_every and is_for_one:
        raise UsageError(
            "--all cannot be combined with --counted, --sql, --cluster or --set; name a METRIC "
            "instead"
        )


def _sql(name: str, cluster: str | None) -> str:
    """Return the SQL of a metric, or that of its intervals by cluster."""
    from evalstore.metrics import catalog
    from evalstore.statistics import clustered

    metric = catalog.find(name)
    if cluster is None:
        return sql_files.read(metric.sql_name).rstrip()
    clustered.require_offered(metric.name)
    return sql_files.read(clustered.SQL_NAME).rstrip()
