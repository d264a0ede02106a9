"""Queries of ``facts.counted``: the rows that a metric counts, and those that it leaves out."""

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.metrics import parameters, reasons
from evalstore.metrics.catalog import Metric
from evalstore.metrics.parameters import Chosen
from evalstore.store.query.queries import Connected, Filter, Rows, parameters_of, require_names
from evalstore.store.query.reader import Reader
from evalstore.store.query.result import Result, concatenated

COUNTED = "scored_count"


def select_counted(reader: Connected, metric: Metric, chosen: Chosen = ()) -> None:
    """
    Define the temporary view ``selected_counted``: ``facts.counted`` of one metric.

    ``chosen`` are the values of its parameters that are not their defaults.

    Raises UsageError, with the reason, for a metric whose rows cannot be named.
    """
    from evalstore.metrics import counted

    if metric.why_not_counted:
        raise UsageError(f"{metric.name} cannot be shown row by row: {metric.why_not_counted}")
    parameters.define(reader.connection, chosen, counted.relation_of(metric)[0])
    reader.connection.execute(parameters.rewritten(counted.selection_statement(metric), chosen))


def reasons_of(reader: Reader, metric: Metric, row_filter: Filter) -> Rows:
    """
    Return the numbers of cases and attempts that a metric counts, and leaves out, by reason.

    The reason is null for rows that count. ``counted_in`` is the name of the metric's count column
    that includes the cases, such as ``scored_count``; null if none does. Raises UsageError if the
    rows of the metric cannot be named, or if the filter names a run, system, validator, slice or
    variant that does not exist.
    """
    columns: list[str] = []
    rows: list[tuple[object, ...]] = []
    select_counted(reader, metric, row_filter.chosen)
    for part in row_filter.slices:
        columns, counts = reader.table(
            sql_files.read("sql/queries/counted_reasons"), parameters_of(row_filter, part)
        )
        rows += counts
    if not rows:
        require_names(reader, metric, row_filter)
    place = columns.index("reason") + 1
    return (
        [*columns[:place], "counted_in", *columns[place:]],
        [(*row[:place], _counted_in(row[place - 1]), *row[place:]) for row in rows],
    )


def rows_of(reader: Reader, metric: Metric, row_filter: Filter) -> Result:
    """Return the rows that a metric counts or leaves out; raises as ``reasons_of`` does."""
    select_counted(reader, metric, row_filter.chosen)
    sql = sql_files.read("sql/queries/counted_rows")
    result = concatenated(
        [reader.result(sql, parameters_of(row_filter, part)) for part in row_filter.slices]
    )
    if not len(result):
        require_names(reader, metric, row_filter)
    return result


def failures_statement(
    metric: Metric, row_filter: Filter, row_limit: int | None
) -> tuple[str, dict[str, object]]:
    """Return the statement for cases that the metric counts as not right, or leaves out."""
    parameters: dict[str, object] = {
        "run_id": row_filter.run_id,
        "system_id": row_filter.system_id,
        "validator_id": row_filter.validator_id,
        "variant": row_filter.variant,
        "better": metric.better,
        "row_limit": row_limit,
    }
    return sql_files.read("sql/queries/counted_failures"), parameters


def _counted_in(reason: object) -> str | None:
    return COUNTED if reason is None else reasons.count_of(str(reason)) or None
