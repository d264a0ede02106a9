"""Find the view of facts that several metrics read, so that a run's rows are summed once."""

from collections.abc import Iterable
from functools import cache

from sqlglot import exp

from evalstore.base import sql_files
from evalstore.metrics.catalog import Metric
from evalstore.metrics.view import statements

# The temporary table with the rows of one view and some runs.
KEPT = "kept_rows"
FORGETTING_STATEMENT = "drop table temp.kept_rows"
RUNS_AND_SLICES = """
run_id between $first_run_id and $last_run_id and list_contains($slice_names, slice_name)
"""


def by_source(metrics: Iterable[Metric]) -> dict[str, list[Metric]]:
    """
    Group metrics by the one view that they read; those without a shared view are under "".

    Such a view has rows by run and slice, but not by case: a run has few rows in it.

    >>> from evalstore.metrics.catalog import find
    >>> groups = by_source(map(find, ("respect_index", "integration_index", "pass_at_k")))
    >>> {source: [metric.name for metric in of_it] for source, of_it in groups.items()}
    {'phenomenology_sums': ['respect_index', 'integration_index'], '': ['pass_at_k']}
    """
    groups: dict[str, list[Metric]] = {}
    for metric in metrics:
        groups.setdefault(_source(metric.sql_name), []).append(metric)
    alone = [name for name, of_it in groups.items() if name and len(of_it) == 1]
    for name in alone:
        groups.setdefault("", []).extend(groups.pop(name))
    return groups


def keeping_statement(source: str) -> str:
    """
    Return the statement that stores a view's rows of a range of runs, for some kinds of slices.

    Its parameters are first_run_id, last_run_id and slice_names.
    """
    rows = exp.select("*").from_(exp.table_(source, db="facts"))
    create = exp.Create(
        this=exp.table_(KEPT),
        kind="TABLE",
        replace=True,
        properties=exp.Properties(expressions=[exp.TemporaryProperty()]),
        expression=rows.where(RUNS_AND_SLICES, dialect="duckdb"),
    )
    return create.sql(dialect="duckdb")


def over_kept(query: exp.Query, source: str) -> exp.Query:
    """Return a metric's query with the rows that ``keeping_statement`` stores for the view."""
    copied = query.copy()
    for table in copied.find_all(exp.Table):
        if (table.db, table.name) == ("facts", source):
            alias = table.alias or source
            table.replace(exp.table_(KEPT, db="temp", alias=alias))
    return copied


@cache
def _source(sql_name: str) -> str:
    """Return the view that a metric's file reads, "" if it reads several or one by case."""
    create = statements(sql_files.read(sql_name))[0]
    # Tables, such as the weights of a run, are not replaced: planning them costs nothing.
    views = {
        table.name
        for table in create.find_all(exp.Table)
        if table.db == "facts" and f"sql/facts/views/{table.name}" in _views()
    }
    if len(views) != 1:
        return ""
    [name] = views
    noted = sql_files.noted(f"sql/facts/views/{name}", "grain")
    grain = noted.split(", ") if noted else []
    is_small = "slice_name" in grain and "case_id" not in grain
    return name if is_small else ""


@cache
def _views() -> frozenset[str]:
    return frozenset(sql_files.names("sql/facts/views"))
