"""
Build ``metrics.all_metrics``: every metric that is one number per grain, in one shape.

``make docs`` writes it to ``sql/metrics/all_metrics.sql``, so that no store has to build it.
"""

import sys
from collections.abc import Callable, Iterable

from sqlglot import exp

from evalstore.base import sql_files
from evalstore.errors import EvalstoreError
from evalstore.metrics.catalog import Metric, catalog
from evalstore.metrics.selection import balanced
from evalstore.metrics.view import output_columns, statements

# The columns of the union, their types, and their values for a metric without the column.
# A metric that no validator judges is its own authority, hence primary.
COLUMNS: tuple[tuple[str, str, exp.Expr], ...] = (
    ("run_id", "varchar", exp.null()),
    ("system_id", "varchar", exp.null()),
    ("slice_name", "varchar", exp.Literal.string("all")),
    ("slice_value", "varchar", exp.Literal.string("all")),
    ("validator_id", "varchar", exp.Literal.string("")),
    ("is_primary_validator", "boolean", exp.true()),
    ("variant", "varchar", exp.Literal.string("")),
    ("value", "double", exp.null()),
    ("scored_count", "bigint", exp.null()),
    ("missing_count", "bigint", exp.null()),
    ("error_count", "bigint", exp.null()),
    ("unscored_count", "bigint", exp.null()),
    ("attempt_count", "bigint", exp.null()),
    ("left_out_attempt_count", "bigint", exp.null()),
    ("ci_low", "double", exp.null()),
    ("ci_high", "double", exp.null()),
)
HEADER = """\
-- Every metric that is one number per grain, in one shape.
--
-- Made from the headers and columns of views/ by `make docs`; do not edit.
--
-- grain: metric, run_id, system_id, slice_name, slice_value, validator_id, variant

"""
# Left without a cast, since a filter on them must reach the tables below.
UNCAST_TYPES = ("varchar", "boolean")


def statement(metrics: Iterable[Metric], read: Callable[[str], str] = sql_files.read) -> str:
    """
    Return the ``create or replace view metrics.all_metrics`` over these metrics.

    ``read`` returns the text of a metric's file by its ``sql_name``.
    """
    view = exp.Create(
        this=exp.table_("all_metrics", db="metrics"),
        kind="VIEW",
        replace=True,
        expression=_united(metrics, read),
    )
    # A line for each metric.
    text = view.sql(dialect="duckdb").replace(" UNION ALL ", "\nUNION ALL ")
    return f"{HEADER}{text};\n"


def _united(metrics: Iterable[Metric], read: Callable[[str], str]) -> exp.Query:
    branches: list[exp.Query] = [
        _branch(metric, _query(metric, read(metric.sql_name)))
        for metric in metrics
        if metric.has_value
    ]
    if not branches:
        raise EvalstoreError("there are no metrics to unite, since the views folder is empty")
    return balanced(branches, _joined)


def _joined(left: exp.Query, right: exp.Query) -> exp.Query:
    left, right = (
        exp.Subquery(this=half) if isinstance(half, exp.Union) else half for half in (left, right)
    )
    return exp.union(left, right, distinct=False, copy=False)


def _branch(metric: Metric, query: exp.Query) -> exp.Select:
    """Return the select that gives one metric the columns of the union."""
    present = output_columns(query)
    projections = [_text(metric.name, "metric")]
    for name, type_name, default in COLUMNS:
        source = metric.name if name == "value" else name
        value = exp.column(source) if source in present else default.copy()
        is_cast = type_name not in UNCAST_TYPES
        typed = exp.cast(value, type_name, dialect="duckdb") if is_cast else value
        projections.append(exp.alias_(typed, name))
    projections += [_text(metric.unit, "unit"), _text(metric.better, "better")]
    return exp.select(*projections).from_(exp.table_(metric.name, db="metrics"))


def _text(value: str, name: str) -> exp.Expr:
    return exp.alias_(exp.Literal.string(value), name)


def _query(metric: Metric, text: str) -> exp.Query:
    """Return the query of a metric's own view."""
    create = statements(text)[0]
    if not isinstance(create.expression, exp.Query):
        raise EvalstoreError(
            f"{metric.sql_name}.sql is not a view over a query; expected it to begin with `create "
            f"or replace view metrics.{metric.name} as`"
        )
    return create.expression


if __name__ == "__main__":
    sys.stdout.write(statement(catalog().values()))
