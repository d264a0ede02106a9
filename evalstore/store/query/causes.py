"""
Causes of an empty answer: one sentence with counts, for the first cause that applies.

Each cause is a file of ``sql/causes``: it returns one row with a column ``cause`` if it applies,
otherwise no row. The header of a metric names its causes in the order in which they are tried,
such as ``no_response, no_verdict of evidence``, with the validator ``evidence`` that the metric
needs. They read temporary views over facts, restricted to the filter, and run only if a metric has
no row, or no value in any row.
"""

from evalstore.base import sql_files
from evalstore.metrics import parameters
from evalstore.metrics.catalog import Metric
from evalstore.store.query.queries import ALL, Connected, Filter, Rows, why_no_value
from evalstore.store.query.reader import Reader

SCOPE = "sql/causes/scope"
# Tried before and after those that the header of a metric names under `empty`.
FIRST = ("no_run", "no_use")
LAST = ("what_is_there",)


def why(reader: Reader, metric: Metric, answer: Rows, row_filter: Filter) -> str:
    """Return why all values are missing, or those of measuring validators; empty otherwise."""
    measured = why_no_value(reader, metric, answer, row_filter.run_id)
    if measured or not is_empty(metric, answer):
        return measured
    return why_empty(reader, metric, row_filter)


def is_empty(metric: Metric, answer: Rows) -> bool:
    """Return True if there is no row, or no value in any row."""
    columns, rows = answer
    if not rows or not metric.has_value:
        return not rows
    place = columns.index(metric.name)
    return all(row[place] is None for row in rows)


def why_empty(reader: Reader, metric: Metric, row_filter: Filter) -> str:
    """Return why no row of the filter has a value; of several slices only the first is used."""
    _set_scope(reader, row_filter)
    _set_variable(reader, "filter_metric", metric.name)
    for sql_name in sql_files.names(SCOPE):
        reader.connection.execute(sql_files.read(sql_name))
    for cause in (*FIRST, *metric.empty, *LAST):
        name, _, validator_id = cause.partition(" of ")
        _set_variable(reader, "needed_validator_id", validator_id or None)
        sql = sql_files.read(f"sql/causes/{name}")
        rows = reader.rows(parameters.rewritten(sql, row_filter.chosen))
        if rows:
            return str(rows[0]["cause"])
    return ""


def _set_scope(reader: Connected, row_filter: Filter) -> None:
    part = (row_filter.slices or ALL)[0]
    scope = {
        "run_id": row_filter.run_id,
        "system_id": row_filter.system_id,
        # A metric without a validator has an empty id: any validator.
        "validator_id": row_filter.validator_id or None,
        "slice_name": part.name,
        "slice_value": part.value,
    }
    for name, value in scope.items():
        _set_variable(reader, f"filter_{name}", value)


def _set_variable(reader: Connected, name: str, value: str | None) -> None:
    reader.connection.execute(f"set variable {name} = $value", {"value": value})
