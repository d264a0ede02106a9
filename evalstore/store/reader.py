"""Read-only access to a store."""

from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

from evalstore.errors import NotFoldedError, QueryError
from evalstore.store import inbox
from evalstore.store.connections import WAIT_SECONDS_DEFAULT, attached_for_reading, first_line
from evalstore.store.layout import Layout


class Reader:
    """An open, read-only store."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, layout: Layout) -> None:
        self.connection = connection
        self.layout = layout

    def rows(self, sql: str, /, **parameters: object) -> list[dict[str, object]]:
        """
        Return the rows of one statement, each by column name; parameters are ``$name`` in it.

        Raises QueryError with DuckDB's own first line where the statement fails.
        """
        columns, rows = self.table(sql, parameters)
        return [dict(zip(columns, row, strict=True)) for row in rows]

    def table(
        self, sql: str, parameters: dict[str, object] | None = None
    ) -> tuple[list[str], list[tuple[object, ...]]]:
        """Return column names and rows of one statement; errors as ``rows``."""
        try:
            result = self.connection.execute(sql, parameters or None)
            rows = result.fetchall()
        except duckdb.Error as error:
            raise QueryError(worded(error)) from error
        return [column[0] for column in result.description or []], rows

    def waiting_count(self) -> int:
        """Count the events that are accepted and not folded yet."""
        return inbox.waiting_count(self.connection, self.layout)


def worded(error: duckdb.Error) -> str:
    """Return the first line of an error, or what to do where it only names a module."""
    if "pytz" in str(error):
        return (
            "a column is a TIMESTAMP WITH TIME ZONE; cast it to a timestamp, such as "
            "now()::timestamp: every time here is UTC"
        )
    return first_line(error)


@contextmanager
def reading(layout: Layout, *, wait_seconds: float = WAIT_SECONDS_DEFAULT) -> Iterator[Reader]:
    """Open a store read-only; errors as ``connections.attached_for_reading``."""
    with attached_for_reading(layout, wait_seconds=wait_seconds) as connection:
        yield Reader(connection, layout)


def is_folded(layout: Layout) -> bool:
    """Say whether there is a database with a log: a full disk can leave one without tables."""
    try:
        with reading(layout):
            return True
    except NotFoldedError:
        return False
