"""Output of the rows that a metric counted, and of those that it left out."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalstore.base.phrases import counted
from evalstore.cli import _rows
from evalstore.cli._printing import print_state
from evalstore.errors import UsageError
from evalstore.store.layout import Layout
from evalstore.store.query.reader import Reader, reading

if TYPE_CHECKING:
    from evalstore.metrics.catalog import Metric
    from evalstore.store.query.queries import Filter


def require_alone(as_counted: bool, as_sql: bool, cluster: str | None) -> None:
    """Raise UsageError for options that contradict --counted."""
    if as_counted and (as_sql or cluster is not None):
        raise UsageError(f"--counted and --{'sql' if as_sql else 'cluster'} contradict each other")


def print_counted(
    layout: Layout, metric: "Metric", row_filter: "Filter", row_format: str, output: Path | None
) -> None:
    """Print how many rows were counted and left out, by reason; other formats contain the rows."""
    from evalstore.store.query import counting, queries

    with reading(layout) as reader:
        if row_filter.run_id is not None:
            queries.run_status(reader, row_filter.run_id)
        if row_format == "table" and output is None:
            columns, rows = counting.reasons_of(reader, metric, row_filter)
            row_count = len(rows)
        else:
            result = counting.rows_of(reader, metric, row_filter)
            row_count = len(result)
            if row_format != "parquet":
                columns, rows = result.columns, result.rows()
        _rows.require_sound(reader, output, row_filter.run_id)
        print_state(reader)
    if not row_count:
        click.echo(f"{metric.name} counted nothing of what was asked", err=True)
    if row_format == "parquet":
        _rows.write_parquet(result, output)
    else:
        _rows.write_rows(columns, rows, row_format, output)


def failures_statement(
    reader: Reader, metric_name: str, row_filter: "Filter", row_limit: int
) -> tuple[str, dict[str, object]]:
    """
    Return the statement for the rows of a metric that are not right or were left out.

    Prints on stderr how many rows the metric counted, and left out for each reason.
    """
    from evalstore.metrics import catalog
    from evalstore.store.query import counting

    metric = catalog.find(metric_name)
    columns, rows = counting.reasons_of(reader, metric, row_filter)
    reason, attempts = columns.index("reason"), columns.index("attempt_count")
    counts: dict[str, int] = {"counted": 0}
    for row in rows:
        name = str(row[reason] or "counted")
        counts[name] = counts.get(name, 0) + int(str(row[attempts]))
    parts = [f"{counted(count, 'row')} {name}" for name, count in counts.items()]
    click.echo(f"{metric_name}: {', '.join(parts)}", err=True)
    return counting.failures_statement(metric, row_filter, row_limit)
