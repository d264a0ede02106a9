"""The text of an error in a statement: DuckDB's message, and where to look up names."""

import re

import duckdb

from evalstore.store.connections import first_line, worded

LINES_MAX = 30
NO_TABLE = re.compile(r"Table with name \S+ does not exist")
NO_COLUMN = re.compile(
    r'column "(?P<bound>[^"]+)" not found|does not have a column named "(?P<qualified>[^"]+)"'
)
OWNERS_MAX = 6
OWNERS = """
    select distinct schema_name || '.' || table_name as name
    from duckdb_columns()
    where column_name = $column and schema_name in ('facts', 'metrics', 'log')
    order by schema_name <> 'facts', name
"""


def explained(connection: duckdb.DuckDBPyConnection, error: duckdb.Error) -> str:
    """
    Return DuckDB's message about a statement, with the candidates and the position it names.

    For an unknown table or column, advice on finding the existing ones is added.
    """
    if "pytz" in str(error):
        return worded(error)
    lines = [line for line in str(error).expandtabs(2).strip().splitlines() if line.strip()]
    message = "\n".join(lines[:LINES_MAX])
    if NO_TABLE.search(message):
        return f"{message}\nRun `evalstore tables` to list the tables and views"
    column = NO_COLUMN.search(message)
    if column is None:
        return message
    return f"{message}\n{_where(connection, column['bound'] or column['qualified'])}"


def _where(connection: duckdb.DuckDBPyConnection, column: str) -> str:
    """Return a text naming the relations that have a column."""
    try:
        owners = [name for (name,) in connection.execute(OWNERS, {"column": column}).fetchall()]
    except duckdb.Error as error:
        return f"The columns cannot be listed: {first_line(error)}"
    if not owners:
        return "Run `evalstore tables NAME` to list the columns of a table or view"
    more = f" and {len(owners) - OWNERS_MAX} more" if len(owners) > OWNERS_MAX else ""
    have = "has" if len(owners) == 1 else "have"
    return f"{', '.join(owners[:OWNERS_MAX])}{more} {have} a column {column}"
