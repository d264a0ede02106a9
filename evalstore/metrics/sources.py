"""Find the view of facts that several metrics read, so that a run's rows are summed once."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from evalstore.base import sql_files
from evalstore.metrics.catalog import Metric

# The temporary table with the rows of one view and some runs.
FORGETTING_STATEMENT: Final = "drop table temp.kept_rows"
OPENING: Final = re.compile(r"create or replace view metrics\.\w+ as\s+")


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
    return (
        f"create or replace temp table kept_rows as select * from facts.{source} "
        "where run_id between $first_run_id and $last_run_id "
        "and list_contains($slice_names, slice_name)"
    )


def over_kept(metric: Metric, source: str) -> str:
    """Return a metric's query with the rows that ``keeping_statement`` stores for the view."""
    query = OPENING.sub("", sql_files.code(metric.sql_name), count=1).removesuffix(";")
    # Columns may be named by the view, so it stays their table's name.
    named = re.sub(rf"\bfacts\.{source}\b(?! as )", f"temp.kept_rows as {source}", query)
    return re.sub(rf"\bfacts\.{source}\b", "temp.kept_rows", named)


@cache
def _source(sql_name: str) -> str:
    """Return the view that a metric's file reads, "" if it reads several or one by case."""
    # Tables, such as the weights of a run, are not replaced: planning them costs nothing.
    relations = {
        relation.removeprefix("facts.") for relation in sql_files.relations(sql_name, "facts")
    }
    views = {name for name in relations if f"sql/facts/views/{name}" in _views()}
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
