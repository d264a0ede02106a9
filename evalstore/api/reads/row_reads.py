"""Methods that read rows from a store: statements, metrics, runs and answers."""

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
    """The read methods that return the rows of one statement."""

    layout: Layout

    @contextmanager
    def _reading(self) -> Iterator[Reader]:
        """Open the store; warn the caller if another version of evalstore built the database."""
        from evalstore.store.query.reader import reading

        with reading(self.layout) as reader:
            outdated = reader.outdated()
            if outdated:
                # The stack level of the public method's caller.
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
        Return the rows of one read-only statement, without access to files and network.

        ``parameters`` are values for ``$name`` in it. ``timeout_seconds`` limits its time;
        ``memory_limit``, such as 500MB, limits DuckDB's memory apart from the rows of the result.
        Raises QueryError if it is not a single read-only statement or if DuckDB reports an error,
        with DuckDB's message, and UsageError for an invalid limit.
        """
        from evalstore.store.query.guard import guarded_result

        with self._reading() as reader:
            return guarded_result(reader, sql, parameters, timeout_seconds, memory_limit)

    def connection(self, **parameters: object) -> Connection:
        """
        Return a read-only PEP 249 connection; ``parameters`` are as in ``query``.

        No resource stays open between statements; see ``evalstore.api.dbapi``.
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
        Return ``facts.answers``: a row for each attempt, with prompt, text and every verdict.

        Raises UsageError for an unknown run or system.
        """
        from evalstore.store.query.attempt_queries import answers_statement

        with self._reading() as reader:
            return reader.result(*answers_statement(reader, run, system, case))
