"""
Build ``facts.counted``: the rows that each metric counts, and those that it leaves out.

The header of a metric names the relation of facts with its rows (``counts``), the column with the
reason why a row is left out (``reason``), and the contribution of a row to the value. ``make
docs`` writes the view to ``sql/facts/views/counted.sql``. Metrics with the same rows share a
branch, so that a query for one metric is planned without the others.
"""

import sys
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import Final

from sqlglot import exp, parse_one
from sqlglot.errors import ParseError

from evalstore.base import sql_files
from evalstore.errors import EvalstoreError
from evalstore.metrics.catalog import Metric, catalog
from evalstore.metrics.view import output_columns, statements

VIEWS = "sql/facts/views"
# The columns that a relation may have, each with its value for a relation without it.
GRAIN: tuple[tuple[str, exp.Expr], ...] = (
    ("run_id", exp.null()),
    ("system_id", exp.null()),
    ("validator_id", exp.Literal.string("")),
    ("is_primary_validator", exp.true()),
    ("slice_name", exp.Literal.string("all")),
    ("slice_value", exp.Literal.string("all")),
    ("variant", exp.Literal.string("")),
    ("case_id", exp.null()),
    ("attempt", exp.null()),
    ("item", exp.null()),
    ("represents_case", exp.true()),
    ("is_missing", exp.false()),
)
TYPES: Final = {"case_id": "varchar", "attempt": "integer", "item": "varchar"}
# The contribution of a row, as the header defines it, with types.
PARTS: Final = {
    "reason": "varchar",
    "weight": "double",
    "numerator": "double",
    "denominator": "double",
}
HEADER: Final = """\
-- What each metric counted and what it left out, one row for each attempt or other thing counted.
--
-- Made from the headers of views/ by `make docs`; do not edit. reason says why a row is left out,
-- null where it counts. Where a metric is a ratio of sums, sum(numerator) / sum(denominator) over
-- the rows of its grain is its value, or sum(numerator) alone where there is no denominator.
--
-- grain: metric, run_id, system_id, validator_id, slice_name, slice_value, variant, case_id,
--     attempt, item

"""


def statement(metrics: Iterable[Metric]) -> str:
    """Return the ``create or replace view facts.counted`` over these metrics."""
    view = exp.Create(
        this=exp.table_("counted", db="facts"),
        kind="VIEW",
        replace=True,
        expression=_counted(metrics),
    )
    text = view.sql(dialect="duckdb").replace(" UNION ALL ", "\nUNION ALL ")
    return f"{HEADER}{text};\n"


def selection_statement(*metrics: Metric) -> str:
    """
    Return the ``create or replace temp view selected_counted``: ``facts.counted`` of some metrics.

    It is planned in a fraction of the time of ``facts.counted``.
    """
    query = _counted(metrics).sql(dialect="duckdb")
    return f"create or replace temp view selected_counted as {query}"


def counting_alike(metrics: Iterable[Metric]) -> dict[str, Metric]:
    """
    Return for each metric the first that counts and leaves out the same rows, for equal reasons.

    Metrics whose rows cannot be named are left out.

    >>> alike = counting_alike(catalog().values())
    >>> alike["brier"] is alike["ece"], alike["brier"] is alike["accuracy"]
    (True, False)
    """
    first: dict[tuple[str, bool, str], Metric] = {}
    alike = {}
    for metric in metrics:
        if not metric.why_not_counted:
            key = (*_branch_key(metric), parts_of(metric)["reason"])
            alike[metric.name] = first.setdefault(key, metric)
    return alike


def relation_of(metric: Metric) -> tuple[str, str]:
    """
    Return the relation with a metric's rows, and the condition on them, which may be empty.

    >>> relation_of(catalog()["hit_rate"])
    ('facts.counted_drift_weeks', 'is_crisis')
    """
    relation, _, condition = metric.counts.partition(" where ")
    return relation, condition


def parts_of(metric: Metric) -> dict[str, str]:
    """
    Return the columns of PARTS for a metric, each as SQL over its relation.

    >>> parts_of(catalog()["brier_uncertainty"])["reason"]
    'reason'
    """
    columns = columns_of(relation_of(metric)[0])
    weight = metric.weight or ("weight" if "weight" in columns else "1")
    numerator = metric.numerator or "null"
    denominator = metric.denominator or (weight if metric.numerator else "null")
    return {
        "reason": metric.reason,
        "weight": weight,
        "numerator": numerator,
        "denominator": denominator,
    }


@cache
def columns_of(relation: str) -> tuple[str, ...]:
    """Return the columns of a view of facts; raise EvalstoreError if there is no such view."""
    sql_name = f"{VIEWS}/{relation.removeprefix('facts.')}"
    if not relation.startswith("facts.") or sql_name not in sql_files.names(VIEWS):
        raise EvalstoreError(
            f"{relation} is not a view of {VIEWS}; expected one of these, whose rows the metric "
            "counts"
        )
    [view] = statements(sql_files.read(sql_name))
    if not isinstance(view.expression, exp.Query):
        raise EvalstoreError(f"{sql_name}.sql is not a view over a query")
    return tuple(output_columns(view.expression))


def expression_of(text: str) -> exp.Expr:
    """Parse an expression of a header; raise EvalstoreError if it is not SQL."""
    try:
        return parse_one(text, dialect="duckdb")
    except ParseError as error:
        raise EvalstoreError(f"{text!r} is not an SQL expression: {error}") from error


def _counted(metrics: Iterable[Metric]) -> exp.Query:
    """Return the query for the rows of all metrics: if each counts, and its contribution."""
    listed = sorted((metric for metric in metrics if not metric.why_not_counted), key=_branch_key)
    branches = [_branch(list(group)) for _, group in groupby(listed, key=_branch_key)]
    if not branches:
        raise EvalstoreError("no metric can be shown row by row")
    rows = branches[0]
    for branch in branches[1:]:
        rows = exp.union(rows, branch, distinct=False, copy=False)
    is_counted = exp.column("reason").is_(exp.null())
    return exp.select(
        "metric",
        *(name for name, _ in GRAIN),
        exp.alias_(is_counted, "is_counted"),
        *(
            exp.alias_(exp.case().when(is_counted.copy(), exp.column(name)), name)
            for name in PARTS
            if name != "reason"
        ),
        "reason",
    ).from_(rows.subquery("counted_rows"))


def _branch_key(metric: Metric) -> tuple[str, bool]:
    return metric.counts, "variant" in metric.grain


def _branch(metrics: list[Metric]) -> exp.Query:
    """Return the query for the rows of metrics that count the same rows of one relation."""
    relation, condition = relation_of(metrics[0])
    present = set(columns_of(relation))
    if "variant" not in metrics[0].grain:
        present.discard("variant")
    # One select for each name: a filter on the metric then cuts off the whole branch.
    names: exp.Query = _name(metrics[0])
    for metric in metrics[1:]:
        names = exp.union(names, _name(metric), distinct=False, copy=False)
    query = (
        exp.select(
            "metric",
            *(_column(name, default, present) for name, default in GRAIN),
            *(_part(name, metrics) for name in PARTS),
        )
        .from_(relation)
        .join(names.subquery("counting_metrics"), join_type="cross")
    )
    return query.where(expression_of(condition)) if condition else query


def _name(metric: Metric) -> exp.Select:
    return exp.select(exp.alias_(exp.Literal.string(metric.name), "metric"))


def _column(name: str, default: exp.Expr, present: set[str]) -> exp.Expr:
    if name in present:
        return exp.column(name)
    if name in TYPES:
        default = exp.cast(default.copy(), TYPES[name], dialect="duckdb")
    return exp.alias_(default.copy(), name)


def _part(name: str, metrics: list[Metric]) -> exp.Expr:
    """Return a column of PARTS; a ``case`` by metric if the metrics differ in it."""
    texts = {metric.name: parts_of(metric)[name] for metric in metrics}
    expression = expression_of(next(iter(texts.values())))
    if len(set(texts.values())) > 1:
        expression = exp.Case(this=exp.column("metric"))
        for metric, text in texts.items():
            expression = expression.when(
                exp.Literal.string(metric), expression_of(text), copy=False
            )
    return exp.alias_(exp.cast(expression, PARTS[name], dialect="duckdb"), name)


if __name__ == "__main__":
    sys.stdout.write(statement(catalog().values()))
