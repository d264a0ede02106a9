"""
A read-only connection as PEP 249 describes it, for tools that expect one.

Each statement opens the store, reads and closes it again, so a connection that stays open for days
never keeps a fold waiting, and sees what was folded since. Beside PEP 249 it has what ADBC adds
and notebooks use: results as Arrow tables, and the catalog.

>>> import tempfile, evalstore
>>> connection = evalstore.open(tempfile.mkdtemp(), create=True).connection(least=1)
>>> cursor = connection.cursor().execute("select * from range(4) as r (n) where n >= $least")
>>> cursor.fetchmany(2)
[(1,), (2,)]
>>> cursor.fetchone(), cursor.fetchone()
((3,), None)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import duckdb

from evalstore.base import sql_files
from evalstore.errors import UsageError

if TYPE_CHECKING:
    import pyarrow

    from evalstore.store.query.result import Result

Query = Callable[[str, Mapping[str, object]], "Result"]
NOT_EXECUTED = "no statement was run yet; execute() one first"
# As Arrow has them; what is not here is shown as text.
ARROW_TYPES = {
    "BIGINT": "int64",
    "BOOLEAN": "bool",
    "DATE": "date32",
    "DOUBLE": "float64",
    "INTEGER": "int32",
    "SMALLINT": "int16",
    "TIMESTAMP": "timestamp[us]",
}


class Connection:
    """
    Statements on one store; ``parameters`` are values for ``$name`` in any of them.

    There is nothing to commit, roll back or close.
    """

    adbc_current_catalog = "evalstore"
    adbc_current_db_schema = "facts"

    def __init__(self, query: Query, parameters: Mapping[str, object]) -> None:
        self._query = query
        self._parameters = parameters

    def cursor(self) -> Cursor:
        """Return a cursor, which runs one statement after the other."""
        return Cursor(self._query, self._parameters)

    def commit(self) -> None:
        """Do nothing: a store is only read here."""

    def rollback(self) -> None:
        """Do nothing, as ``commit``."""

    def close(self) -> None:
        """Do nothing: nothing is held between statements."""

    def adbc_get_info(self) -> dict[str | int, object]:
        """Return the name of the database, whose dialect of SQL is DuckDB's."""
        return {"vendor_name": "DuckDB"}

    def adbc_get_objects(
        self,
        *,
        depth: str = "all",  # noqa: ARG002 - ADBC gives it
        catalog_filter: str | None = None,
        db_schema_filter: str | None = None,
    ) -> pyarrow.RecordBatchReader:
        """
        Return schemas and relations, nested as ADBC has them, as they were first asked for.

        ``depth`` is ignored: all that is there is small, and is read at once.
        """
        import pyarrow

        schemas = [
            {
                "db_schema_name": schema,
                "db_schema_tables": [
                    {"table_name": name, "table_type": table_type}
                    for (of_schema, name), (table_type, _) in self._relations.items()
                    if of_schema == schema
                ],
            }
            for schema in sorted({schema for schema, _ in self._relations})
            if db_schema_filter in (None, schema)
        ]
        catalog = {"catalog_name": self.adbc_current_catalog, "catalog_db_schemas": schemas}
        is_wanted = catalog_filter in (None, self.adbc_current_catalog)
        return pyarrow.Table.from_pylist([catalog] if is_wanted else []).to_reader()

    def adbc_get_table_schema(
        self, table_name: str, *, db_schema_filter: str | None = None
    ) -> pyarrow.Schema:
        """Return the columns of a relation; raises UsageError where there is none of that name."""
        import pyarrow

        schema = db_schema_filter or self.adbc_current_db_schema
        if (schema, table_name) not in self._relations:
            raise UsageError(
                f"no relation {schema}.{table_name}; `evalstore query` lists them: show all tables"
            )
        _, columns = self._relations[schema, table_name]
        return pyarrow.schema(
            (name, pyarrow.type_for_alias(ARROW_TYPES.get(kind, "string")))
            for name, kind in columns
        )

    @cached_property
    def _relations(self) -> dict[tuple[str, str], tuple[str, list[tuple[str, str]]]]:
        """Type and columns of each relation, by schema and name."""
        found: dict[tuple[str, str], tuple[str, list[tuple[str, str]]]] = {}
        for row in self._query(sql_files.read("sql/queries/relations"), {}).rows():
            schema, name, table_type, column, kind = map(str, row)
            found.setdefault((schema, name), (table_type, []))[1].append((column, kind))
        return found


class Cursor:
    """One statement at a time, and the rows it gave."""

    arraysize = 1

    def __init__(self, query: Query, parameters: Mapping[str, object]) -> None:
        self._query = query
        self._parameters = parameters
        self._result: Result | None = None
        self._rows: Iterator[tuple[object, ...]] = iter(())

    def execute(
        self, sql: str, parameters: Mapping[str, object] | Sequence[object] = ()
    ) -> Cursor:
        """
        Run one statement that reads; ``parameters`` are values for ``$name`` in it.

        Raises UsageError where they are a sequence, QueryError as ``Store.query`` does.
        """
        if not isinstance(parameters, Mapping):
            if len(parameters):
                raise UsageError("parameters in a sequence; expected a mapping, for $name")
            parameters = {}
        given = {**self._parameters, **parameters}
        self._result = self._query(sql, {name: given[name] for name in _named(sql) & given.keys()})
        self._rows = iter(self._result)
        return self

    @property
    def description(self) -> list[tuple[object, ...]] | None:
        """Name and type of each column, and five times None, or None before a statement ran."""
        if self._result is None:
            return None
        pairs = zip(self._result.columns, self._result.types, strict=True)
        return [(name, kind, None, None, None, None, None) for name, kind in pairs]

    @property
    def rowcount(self) -> int:
        """How many rows there are, -1 before a statement ran."""
        return -1 if self._result is None else len(self._result)

    def fetchall(self) -> list[tuple[object, ...]]:
        """Return the rows that were not fetched yet."""
        return list(self._fetching())

    def fetchmany(self, size: int | None = None) -> list[tuple[object, ...]]:
        """Return up to so many rows that were not fetched yet; the default is ``arraysize``."""
        return list(islice(self._fetching(), self.arraysize if size is None else size))

    def fetchone(self) -> tuple[object, ...] | None:
        """Return the next row, or None where there is none."""
        return next(self._fetching(), None)

    def fetch_arrow_table(self) -> pyarrow.Table:
        """Return all rows as an Arrow table."""
        if self._result is None:
            raise UsageError(NOT_EXECUTED)
        return self._result.arrow()

    def close(self) -> None:
        """Let go of the rows."""
        self._result = None

    def _fetching(self) -> Iterator[tuple[object, ...]]:
        if self._result is None:
            raise UsageError(NOT_EXECUTED)
        return self._rows


def _named(sql: str) -> set[str]:
    """
    Return the names of the parameters in statements.

    >>> sorted(_named("select $a, $b, '$c'"))
    ['a', 'b']
    """
    try:
        statements = duckdb.extract_statements(sql)
    except (duckdb.Error, TypeError):
        # The query that follows raises its own error for it; DuckDB takes no text that is not
        # UTF-8, which is the TypeError.
        return set()
    return {name for statement in statements for name in statement.named_parameters}
