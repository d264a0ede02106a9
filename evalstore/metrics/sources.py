"""Name the view of facts that several metrics count from, so that a run's rows are summed once."""

from collections.abc import Iterable
from functools import cache

from sqlglot import exp

from evalstore.base import sql_files
from evalstore.metrics.catalog import Metric
from evalstore.metrics.view import statements

# The temporary table that holds the rows of one view and one run.
KEPT = "kept_rows"
FORGETTING_STATEMENT = "drop table temp.kept_rows"
RUN_AND_SLICES = "run_id = $run_id and list_contains($slice_names, slice_name)"


def by_source(metrics: Iterable[Metric]) -> dict[str, list[Metric]]:
    """
    Group metrics by the one view that they count from; those of other kinds stand under "".

    Such a view has rows by run and slice, and none for each case: a run's rows of it are few.

    >>> from evalstore.metrics.catalog import find
    >>> found = by_source(map(find, ("respect_index", "integration_index", "pass_at_k")))
    >>> {source: [metric.name for metric in of_it] for source, of_it in found.items()}
    {'phenomenology_sums': ['respect_index', 'integration_index'], '': ['pass_at_k']}
    """
    found: dict[str, list[Metric]] = {}
    for metric in metrics:
        found.setdefault(_source(metric.sql_name), []).append(metric)
    alone = [name for name, of_it in found.items() if name and len(of_it) == 1]
    for name in alone:
        found.setdefault("", []).extend(found.pop(name))
    return found


def keeping_statement(source: str) -> str:
    """
    Return the statement that keeps a view's rows of one run, for some kinds of slices.

    Its parameters are run_id and slice_names.
    """
    rows = exp.select("*").from_(exp.table_(source, db="facts"))
    create = exp.Create(
        this=exp.table_(KEPT),
        kind="TABLE",
        replace=True,
        properties=exp.Properties(expressions=[exp.TemporaryProperty()]),
        expression=rows.where(RUN_AND_SLICES, dialect="duckdb"),
    )
    return create.sql(dialect="duckdb")


def over_kept(query: exp.Query, source: str) -> exp.Query:
    """Return a metric's query that reads what ``keeping_statement`` keeps in place of the view."""
    copied = query.copy()
    for table in copied.find_all(exp.Table):
        if (table.db, table.name) == ("facts", source):
            alias = table.alias or source
            table.replace(exp.table_(KEPT, db="temp", alias=alias))
    return copied


@cache
def _source(sql_name: str) -> str:
    """Return the view that a metric's file reads, "" where there are more or it is by case."""
    create = statements(sql_files.read(sql_name))[0]
    # Tables such as the weights of a run are read as they are: they cost nothing to plan.
    found = {
        table.name
        for table in create.find_all(exp.Table)
        if table.db == "facts" and f"sql/facts/views/{table.name}" in _views()
    }
    if len(found) != 1:
        return ""
    [name] = found
    noted = sql_files.noted(f"sql/facts/views/{name}", "grain")
    grain = noted.split(", ") if noted else []
    is_small = "slice_name" in grain and "case_id" not in grain
    return name if is_small else ""


@cache
def _views() -> frozenset[str]:
    return frozenset(sql_files.names("sql/facts/views"))
