"""
A read-only PEP 249 connection to a store.

Each statement opens the store, reads and closes it again. An open connection therefore never
blocks a fold, and each statement sees the events folded before it. In addition to PEP 249, the
connection has the ADBC methods that notebooks use: results as Arrow tables, and the catalog.

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
NOT_EXECUTED = "no statement was executed yet; call execute() first"
# Arrow types by DuckDB type; values of other types are converted to text.
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
    A connection that runs statements on one store; ``parameters`` are default values for
    ``$name``.

    Commit, rollback and close have no effect.
    """

    adbc_current_catalog = "evalstore"
    adbc_current_db_schema = "facts"

    def __init__(self, query: Query, parameters: Mapping[str, object]) -> None:
        self._query = query
        self._parameters = parameters

    def cursor(self) -> Cursor:
        """Return a new cursor."""
        return Cursor(self._query, self._parameters)

    def commit(self) -> None:
        """Do nothing: the connection is read-only."""

    def rollback(self) -> None:
        """Do nothing: the connection is read-only."""

    def close(self) -> None:
        """Do nothing: no resource stays open between statements."""

    def adbc_get_info(self) -> dict[str | int, object]:
        """Return the vendor name; the SQL dialect is that of DuckDB."""
        return {"vendor_name": "DuckDB"}

    def adbc_get_objects(
        self,
        *,
        depth: str = "all",  # noqa: ARG002 - ADBC gives it
        catalog_filter: str | None = None,
        db_schema_filter: str | None = None,
    ) -> pyarrow.RecordBatchReader:
        """
        Return schemas and relations in ADBC's nested form, cached from the first call.

        ``depth`` is ignored: the catalog is small and read at once.
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
        """Return the columns of a relation; raise UsageError if it does not exist."""
        import pyarrow

        schema = db_schema_filter or self.adbc_current_db_schema
        if (schema, table_name) not in self._relations:
            raise UsageError(
                f"no relation {schema}.{table_name}; run `evalstore query 'show all tables'` to "
                "list them"
            )
        _, columns = self._relations[schema, table_name]
        return pyarrow.schema(
            (name, pyarrow.type_for_alias(ARROW_TYPES.get(kind, "string")))
            for name, kind in columns
        )

    @cached_property
    def _relations(self) -> dict[tuple[str, str], tuple[str, list[tuple[str, str]]]]:
        """Type and columns of each relation, by schema and name."""
        relations: dict[tuple[str, str], tuple[str, list[tuple[str, str]]]] = {}
        for row in self._query(sql_files.read("sql/queries/relations"), {}).rows():
            schema, name, table_type, column, kind = map(str, row)
            relations.setdefault((schema, name), (table_type, []))[1].append((column, kind))
        return relations


class Cursor:
    """A cursor that runs one statement at a time and returns its rows."""

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
        Run one read-only statement; ``parameters`` are values for ``$name`` in it.

        Raises UsageError if ``parameters`` is a non-empty sequence, and QueryError as
        ``Store.query`` does.
        """
        if not isinstance(parameters, Mapping):
            if len(parameters):
                raise UsageError(
                    "parameters: found a sequence, expected a mapping with a value for each $name"
                )
            parameters = {}
        values = {**self._parameters, **parameters}
        self._result = self._query(
            sql, {name: values[name] for name in _named(sql) & values.keys()}
        )
        self._rows = iter(self._result)
        return self

    @property
    def description(self) -> list[tuple[object, ...]] | None:
        """Name and type of each column, followed by five None; None before a statement ran."""
        if self._result is None:
            return None
        pairs = zip(self._result.columns, self._result.types, strict=True)
        return [(name, kind, None, None, None, None, None) for name, kind in pairs]

    @property
    def rowcount(self) -> int:
        """The number of rows of the result, -1 before a statement ran."""
        return -1 if self._result is None else len(self._result)

    def fetchall(self) -> list[tuple[object, ...]]:
        """Return the remaining rows."""
        return list(self._fetching())

    def fetchmany(self, size: int | None = None) -> list[tuple[object, ...]]:
        """Return up to ``size`` of the remaining rows; the default is ``arraysize``."""
        return list(islice(self._fetching(), self.arraysize if size is None else size))

    def fetchone(self) -> tuple[object, ...] | None:
        """Return the next row, or None if no row remains."""
        return next(self._fetching(), None)

    def fetch_arrow_table(self) -> pyarrow.Table:
        """Return all rows as an Arrow table."""
        if self._result is None:
            raise UsageError(NOT_EXECUTED)
        return self._result.arrow()

    def close(self) -> None:
        """Release the result."""
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
        # The query that follows raises its own error. DuckDB raises TypeError for text that is not
        # valid UTF-8.
        return set()
    return {name for statement in statements for name in statement.named_parameters}
