"""Read-only access to a store."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

import duckdb

from evalstore.errors import QueryError
from evalstore.store.connections import WAIT_SECONDS_DEFAULT, attached_for_reading, worded
from evalstore.store.facts import definitions, schema
from evalstore.store.layout import Layout
from evalstore.store.log import inbox
from evalstore.store.query.result import CONVERT_TYPES, KEEP_TYPES, Result, fetched
from evalstore.store.replica import partial


class Reader:
    """An open, read-only store."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, layout: Layout) -> None:
        self.connection = connection
        self.layout = layout

    @cached_property
    def objects(self) -> definitions.Objects:
        """The user-defined objects, read once: an open, read-only database does not change."""
        return definitions.objects(self.connection)

    def rows(self, sql: str, /, **parameters: object) -> list[dict[str, object]]:
        """
        Return the rows of one statement, each by column name; parameters are ``$name`` in it.

        Raises QueryError with the first line of DuckDB's message if the statement fails.
        """
        columns, rows = self.table(sql, parameters)
        return [dict(zip(columns, row, strict=True)) for row in rows]

    def table(
        self, sql: str, parameters: dict[str, object] | None = None
    ) -> tuple[list[str], list[tuple[object, ...]]]:
        """Return column names and rows of one statement; raises as ``rows`` does."""
        try:
            result = self.connection.execute(sql, parameters or None)
            rows = result.fetchall()
        except duckdb.Error as error:
            raise QueryError(worded(error)) from error
        return [column[0] for column in result.description or []], rows

    def result(self, sql: str, parameters: dict[str, object] | None = None) -> Result:
        """Return the rows of one statement with their types; raises as ``rows`` does."""
        try:
            self.connection.execute(KEEP_TYPES)
            return fetched(self.connection, sql, parameters)
        except duckdb.Error as error:
            raise QueryError(worded(error)) from error
        finally:
            self.connection.execute(CONVERT_TYPES)

    def outdated(self) -> str:
        """Return a warning if another state of evalstore made the database, else ""."""
        return schema.outdated(self.connection)

    def waiting_count(self) -> int:
        """Return the number of events that are accepted and not folded yet."""
        return inbox.waiting_count(self.connection, self.layout)


@contextmanager
def reading(
    layout: Layout,
    database: Path | None = None,
    *,
    wait_seconds: float = WAIT_SECONDS_DEFAULT,
    is_locked: bool = False,
) -> Iterator[Reader]:
    """
    Open a store read-only, as ``connections.attached_for_reading`` does.

    Also raises CorruptStoreError if the file that describes a partial replica cannot be read: the
    database might then lack rows that a query needs.
    """
    with attached_for_reading(
        layout, database, wait_seconds=wait_seconds, is_locked=is_locked
    ) as connection:
        partial.described(layout)
        yield Reader(connection, layout)
