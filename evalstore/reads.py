"""Reading from a store in Python: each method as the command of that name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.store.result import Result


class Reads:
    """The reading half of a store."""

    layout: Layout

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
        memory for it (``memory_limit``, such as 500MB). Raises QueryError where it is not one
        statement that only reads, with DuckDB's own words where it fails.
        """
        from evalstore.store.guard import guarded_result
        from evalstore.store.reader import reading

        with reading(self.layout) as reader:
            return guarded_result(reader, sql, parameters, timeout_seconds, memory_limit)

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
        from evalstore import queries
        from evalstore.metrics import catalog
        from evalstore.store.reader import reading

        row_filter = queries.Filter(run, system, validator, (queries.parse_slice(slice),), variant)
        with reading(self.layout) as reader:
            return queries.result_of(reader, catalog.find(name), row_filter)

    def runs(self) -> Result:
        """Return the runs: suite, status, times, commit and counts."""
        from evalstore import sql_files
        from evalstore.store.reader import reading

        with reading(self.layout) as reader:
            return reader.result(sql_files.read("sql/queries/runs"))
