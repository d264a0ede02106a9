"""
Define the views and macros of a store.

DuckDB binds a view when it is defined, with every view below it: for the union of all metrics that
took half a second. So placeholders with the recorded columns come first, and then the views from
the top down, each over placeholders of those that it reads.
"""

import duckdb

from evalstore.base import sql_files

SCHEMAS = ("log", "facts", "macros", "metrics")
# Name and types of each column of a view, by the view's name.
Columns = dict[str, dict[str, str]]


def define(connection: duckdb.DuckDBPyConnection, *, over_placeholders: bool = True) -> None:
    """
    Define every view and macro, in the place of those of the same name.

    If the recorded columns are outdated, the views are defined without placeholders; within a
    transaction, which an error aborts, duckdb.Error is raised instead (``schema.in_transaction``).
    """
    for name in sql_files.in_order_of_use("sql/macros", "macros"):
        connection.execute(sql_files.read(name))
    statements = _statements()
    if not over_placeholders or not _are_defined_over_placeholders(connection, statements):
        for statement in statements.values():
            connection.execute(statement)
    for name in sql_files.names("sql/facts/macros"):
        connection.execute(sql_files.read(name))


def _statements() -> dict[str, str]:
    """Return the statement of each view by its name, after those of the views that it reads."""
    from evalstore.metrics import catalog

    folders = {
        "log": sql_files.names("sql/log/views"),
        "facts": sql_files.in_order_of_use("sql/facts/views", "facts"),
        "metrics": catalog.view_files(),
    }
    return {
        f"{schema}.{name.rpartition('/')[2]}": sql_files.read(name)
        for schema, names in folders.items()
        for name in names
    }


def _are_defined_over_placeholders(
    connection: duckdb.DuckDBPyConnection, statements: dict[str, str]
) -> bool:
    """
    Define the views over placeholders; return False if that is not as good as over the views.

    It is if each view, once defined, has the columns of its placeholder: then those that read only
    tables have the right ones, so those that read them have, and so on. It is not if the recorded
    columns are those of other SQL, or if this version of DuckDB gives other types.
    """
    recorded = _recorded(statements)
    if recorded.keys() != statements.keys():
        return False
    try:
        connection.execute(";\n".join(map(_placeholder, recorded.items())))
        for statement in reversed(statements.values()):
            connection.execute(statement)
    except duckdb.Error:
        return False
    rows = connection.execute(
        sql_files.read("sql/log/view_columns"), {"schemas": list(SCHEMAS)}
    ).fetchall()
    defined = {name: dict(zip(names, types, strict=True)) for name, names, types in rows}
    return all(list(defined[name].items()) == list(recorded[name].items()) for name in recorded)


def _recorded(statements: dict[str, str]) -> Columns:
    """Return the recorded columns of the views; views without are left out."""
    from evalstore.metrics.dictionary import columns

    return {
        name: {column: kind for column, (kind, _) in columns.recorded()[name]["columns"].items()}
        for name in statements
        if name in columns.recorded()
    }


def _placeholder(view: tuple[str, dict[str, str]]) -> str:
    name, columns = view
    values = ", ".join(f'null::{kind} as "{column}"' for column, kind in columns.items())
    return f"create or replace view {name} as select {values}"
