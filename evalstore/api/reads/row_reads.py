"""Reading rows from a store: statements, metrics, runs and answers."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from evalstore.errors import OutdatedDatabaseWarning

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from evalstore.api.dbapi import Connection
    from evalstore.store.layout import Layout
    from evalstore.store.query.reader import Reader
    from evalstore.store.query.result import Result


class RowReads:
    """The readings of a store that are rows of one statement."""

    layout: Layout

    @contextmanager
    def _reading(self) -> Iterator[Reader]:
        """Open the store; warn its reader where another state of evalstore made the database."""
        from evalstore.store.query.reader import reading

        with reading(self.layout) as reader:
            outdated = reader.outdated()
            if outdated:
                # Of the method that was called, not of this one.
                warnings.warn(outdated, OutdatedDatabaseWarning, stacklevel=4)
            yield reader

    def query(
        self,
        sql: str,
        /,
        *,
        timeout_seconds: float = 60.0,
        memory_limit: str = "2GB",
        **parameters: object,
    ) -> Result:
        """
        Return the rows of one reading statement, fenced off from files and network.

        ``parameters`` are ``$name`` in it. It may take ``timeout_seconds``, and DuckDB so much
        memory for it (``memory_limit``, such as 500MB), besides the rows of the result. Raises
        QueryError where it is not one statement that only reads, with DuckDB's own words where
        it fails, and UsageError for a limit that is none.
        """
        from evalstore.store.query.guard import guarded_result

        with self._reading() as reader:
            return guarded_result(reader, sql, parameters, timeout_seconds, memory_limit)

    def connection(self, **parameters: object) -> Connection:
        """
        Return a read-only connection for tools that expect one; ``parameters`` as in ``query``.

        It holds nothing between statements; see ``evalstore.api.dbapi``.
        """
        from evalstore.api.dbapi import Connection

        def query(sql: str, values: Mapping[str, Any]) -> Result:
            return self.query(sql, **values)

        return Connection(query, parameters)

    def metric(
        self,
        name: str,
        *,
        run: str | None = None,
        system: str | None = None,
        validator: str | None = None,
        slice: str = "all",  # noqa: A002 - the field's own word
        variant: str | None = None,
    ) -> Result:
        """
        Return the rows of one metric: its grain, counts, value and interval.

        ``slice`` is ``all``, ``domain`` or ``domain=history``. Raises UsageError for an unknown
        metric, naming the closest ones.
        """
        from evalstore.metrics import catalog
        from evalstore.store.query import queries

        row_filter = queries.Filter(run, system, validator, (queries.parse_slice(slice),), variant)
        with self._reading() as reader:
            return queries.result_of(reader, catalog.find(name), row_filter)

    def runs(self) -> Result:
        """Return the runs: suite, status, times, commit and counts."""
        from evalstore.base import sql_files

        with self._reading() as reader:
            return reader.result(sql_files.read("sql/queries/runs"))

    def answers(
        self, *, run: str | None = None, system: str | None = None, case: str | None = None
    ) -> Result:
        """
        Return ``facts.answers``: an attempt a row, with prompt, text and every verdict.

        Raises UsageError for a run or system that is not there.
        """
        from evalstore.store.query.attempt_queries import answers_statement

        with self._reading() as reader:
            return reader.result(*answers_statement(reader, run, system, case))
