"""The relations that views make, with their queries as our files have them."""

from functools import cache
from graphlib import TopologicalSorter

from sqlglot import exp

from evalstore import sql_files
from evalstore.errors import EvalstoreError
from evalstore.metrics.catalog import catalog
from evalstore.metrics.view import statements

FOLDERS = {"log": "sql/log/views", "facts": "sql/facts/views"}


@cache
def view_files() -> dict[str, str]:
    """
    Return the file of each view by its name with its schema, views of facts and metrics.

    >>> view_files()["metrics.accuracy"]
    'views/accuracy/accuracy'
    """
    found = {
        f"{schema}.{name.rpartition('/')[2]}": name
        for schema, folder in FOLDERS.items()
        for name in sql_files.names(folder)
    }
    return found | {f"metrics.{metric.name}": metric.sql_name for metric in catalog().values()}


@cache
def query_of(relation: str) -> exp.Query:
    """Return the query of a view; the caller copies what it changes."""
    for create in statements(sql_files.read(view_files()[relation])):
        if isinstance(create, exp.Create) and isinstance(create.expression, exp.Query):
            return create.expression
    raise EvalstoreError(f"{view_files()[relation]}.sql makes no view of a query")


def read_by(query: exp.Expr) -> set[str]:
    """Return the relations with a schema that a query reads."""
    return {f"{table.db}.{table.name}" for table in query.find_all(exp.Table) if table.db}


def in_order(relation: str) -> list[str]:
    """Return the views that a view is made of, each after those it reads; itself last."""
    used: dict[str, set[str]] = {}
    open_names = [relation]
    while open_names:
        name = open_names.pop()
        if name not in used:
            used[name] = {one for one in read_by(query_of(name)) if one in view_files()}
            open_names += used[name]
    return list(TopologicalSorter(used).static_order())


def tables_of(relation: str) -> list[str]:
    """Return the stored tables that a view needs, by name."""
    found = {one for name in in_order(relation) for one in read_by(query_of(name))}
    return sorted(found - view_files().keys())
