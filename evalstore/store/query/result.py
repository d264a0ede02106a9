"""The rows of one statement, detached from the store, with conversions to data frames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import duckdb
from duckdb.sqltypes import DuckDBPyType

from evalstore.base.html_table import ROWS_MAX, html_table
from evalstore.base.phrases import counted
from evalstore.base.text_table import cell, escaped, text_lines
from evalstore.errors import QueryError, UsageError
from evalstore.store.connections import without_database, worded

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

# Types that frames lack or would convert with a loss: they become text there.
TEXT_TYPES = frozenset(
    {"interval", "time with time zone", "bit", "bignum", "union", "variant", "geometry"}
)
LINES_MAX = 10
LINE_CHARACTERS_MAX = 120
CELL_CHARACTERS_MAX = 40
# Keep UUID, HUGEINT and the like in Arrow tables of an instance, or convert them to text and
# decimals.
KEEP_TYPES = "set arrow_lossless_conversion = true"
CONVERT_TYPES = "reset arrow_lossless_conversion"


class Result:
    """
    The rows of one statement, with the types that DuckDB gave them.

    They are in memory, as Arrow, independent of the store. ``columns`` and ``types`` are the
    names and DuckDB's types; columns of the same name are numbered, such as ``a``, ``a_2``.

    >>> import tempfile, evalstore
    >>> store = evalstore.open(tempfile.mkdtemp(), create=True)
    >>> found = store.query("select 4 as answer, 'four' as text union all select null, 'none'")
    >>> found.columns, found.types
    (['answer', 'text'], ['INTEGER', 'VARCHAR'])
    >>> found.rows()
    [(4, 'four'), (None, 'none')]
    >>> found
    answer  text
         4  four
         -  none
    2 rows, 2 columns
    """

    def __init__(self, table: pyarrow.Table, types: Sequence[str]) -> None:
        self._table = table
        self.columns: list[str] = list(table.column_names)
        self.types: list[str] = list(types)

    def __len__(self) -> int:
        """Return the number of rows."""
        return int(self._table.num_rows)

    def __iter__(self) -> Iterator[tuple[object, ...]]:
        """Iterate over the rows, each a tuple in the order of ``columns``."""
        return iter(self.rows())

    def rows(self) -> list[tuple[object, ...]]:
        """
        Return the rows as tuples of Python values, as DuckDB converts them.

        A UUID is a ``uuid.UUID``, a list a list, a struct and a map a dict, HUGEINT an int.
        Raises QueryError for TIMESTAMP WITH TIME ZONE, which needs a module that may be missing.
        """
        return _rows(self._table)

    def to_dicts(self) -> list[dict[str, object]]:
        """Return the rows as dicts by column name; values and errors are those of ``rows``."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows()]

    def item(self) -> object:
        """Return the value of the only row's only column; raises UsageError for another shape."""
        if (len(self), len(self.columns)) != (1, 1):
            raise UsageError(f"found {self._shape()}; item() expects one row of one column")
        return self.rows()[0][0]

    def head(self, row_count: int = 10) -> Result:
        """Return the first rows."""
        return Result(self._table.slice(0, row_count), self.types)

    def arrow(self) -> pyarrow.Table:
        """
        Return an Arrow table, with types that polars, pandas and Parquet also have.

        Numbers, decimals, dates, times, lists, structs and maps are not converted. UUID and
        JSON become text and HUGEINT decimal(38, 0); INTERVAL, TIME WITH TIME ZONE, BIT, BIGNUM,
        UNION and VARIANT become text, also inside a list, struct or map.
        """
        with without_database() as connection:
            relation = connection.from_arrow(self._table)
            selected = [
                _as_text(name) if _is_text(kind) else duckdb.ColumnExpression(name)
                for name, kind in zip(relation.columns, relation.types, strict=True)
            ]
            return relation.select(*selected).to_arrow_table()

    def pl(self) -> polars.DataFrame:
        """Return a polars frame, with the types of ``arrow``; it can be written to Parquet."""
        import polars

        frame = polars.from_arrow(self.arrow())
        assert isinstance(frame, polars.DataFrame)
        return frame

    def df(self) -> pandas.DataFrame:
        """
        Return a pandas frame with Arrow's types, which keep integers with missing values.

        The types are those of ``arrow``. Raises UsageError without pandas, which evalstore does
        not install.
        """
        try:
            import pandas
        except ImportError as error:
            raise UsageError(
                "df() needs pandas, which is not installed; run `pip install pandas`, or use "
                "pl() for a polars frame"
            ) from error
        return self.arrow().to_pandas(types_mapper=pandas.ArrowDtype)

    def relation(
        self, connection: duckdb.DuckDBPyConnection | None = None
    ) -> duckdb.DuckDBPyRelation:
        """
        Return a relation with the same types, of a connection or of DuckDB's default one.

        Raises DuckDB's error if the connection is closed.
        """
        return (connection or duckdb.default_connection()).from_arrow(self._table)

    def _shape(self) -> str:
        return f"{counted(len(self), 'row')}, {counted(len(self.columns), 'column')}"

    def __repr__(self) -> str:
        """Return the first ten rows as a table, with the columns that fit, and the counts."""
        rows = [[_short(value) for value in row] for row in self._shown(LINES_MAX)]
        count = len(self.columns)
        while count > 1 and _width(self.columns[:count], rows) > LINE_CHARACTERS_MAX:
            count -= 1
        shape = self._shape()
        if len(self) > LINES_MAX:
            shape = f"first {LINES_MAX} of {shape}"
        if count < len(self.columns):
            shape += f"; not shown: {escaped(', '.join(self.columns[count:]))}"
        return "\n".join([*text_lines(self.columns[:count], [row[:count] for row in rows]), shape])

    def _repr_html_(self) -> str:
        """Return the first fifty rows as HTML, escaped, for a notebook."""
        return html_table(
            self.columns, self._shown(ROWS_MAX), row_count=len(self), types=self.types
        )

    def _shown(self, row_limit: int) -> list[tuple[object, ...]]:
        """Return the first rows; times with a zone as text."""
        table = self._table.slice(0, row_limit)
        with without_database() as connection:
            relation = connection.from_arrow(table)
            selected = [
                _as_text(name) if "zone" in str(kind).lower() else duckdb.ColumnExpression(name)
                for name, kind in zip(relation.columns, relation.types, strict=True)
            ]
            return relation.select(*selected).fetchall()


class PlainResult(Result):
    """
    Rows as Python values, fetched without Arrow and so without types; frames raise UsageError.

    >>> PlainResult(["a"], [(1,), (2,)]).head(1).rows()
    [(1,)]
    """

    def __init__(self, columns: Sequence[str], rows: Sequence[tuple[object, ...]]) -> None:
        self.columns = list(columns)
        self.types = []
        self._rows = list(rows)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._rows)

    def rows(self) -> list[tuple[object, ...]]:
        """Return the rows as tuples."""
        return self._rows

    def head(self, row_count: int = 10) -> Result:
        """Return the first rows."""
        return PlainResult(self.columns, self._rows[:row_count])

    def arrow(self) -> pyarrow.Table:
        """Raise UsageError."""
        raise UsageError("these rows have no types, and no frame; read them with typed=True")

    def relation(
        self, connection: duckdb.DuckDBPyConnection | None = None
    ) -> duckdb.DuckDBPyRelation:
        """Raise UsageError."""
        return (connection or duckdb.default_connection()).from_arrow(self.arrow())

    def _shown(self, row_limit: int) -> list[tuple[object, ...]]:
        return self._rows[:row_limit]


def _short(value: object) -> object:
    """Return a value, cut to the width of a column as text; numbers, times and None as such."""
    if isinstance(value, (int, float, type(None), datetime)):
        return value
    text = cell(value)
    return f"{text[:CELL_CHARACTERS_MAX]}…" if len(text) > CELL_CHARACTERS_MAX else text


def _width(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> int:
    return len(next(text_lines([*columns, "|"], [[*row[: len(columns)], "|"] for row in rows])))


def fetched(
    connection: duckdb.DuckDBPyConnection, sql: str, parameters: dict[str, object] | None = None
) -> Result:
    """
    Run one statement in a connection with ``KEEP_TYPES``.

    Raises DuckDB's errors.
    """
    relation = connection.sql(sql, params=parameters or None)
    types = [str(kind) for kind in relation.types]
    table = relation.to_arrow_table()
    return Result(table.rename_columns(distinct(table.column_names)), types)


def concatenated(parts: Sequence[Result]) -> Result:
    """Return the rows of several results of the same columns, one after the other."""
    import pyarrow

    tables = [part._table for part in parts]  # noqa: SLF001 - of its own class
    return Result(pyarrow.concat_tables(tables), parts[0].types)


def of_rows(types: Mapping[str, str], rows: Sequence[Sequence[object]]) -> Result:
    """
    Return rows of Python values as a result; ``types`` are VARCHAR, BIGINT, DOUBLE,
    BOOLEAN, or TIMESTAMP of datetimes without a zone.

    >>> of_rows({"name": "VARCHAR", "count": "BIGINT"}, [("a", 1), ("b", None)]).rows()
    [('a', 1), ('b', None)]
    """
    import pyarrow

    kinds = {
        "VARCHAR": pyarrow.string(),
        "BIGINT": pyarrow.int64(),
        "DOUBLE": pyarrow.float64(),
        "BOOLEAN": pyarrow.bool_(),
        "TIMESTAMP": pyarrow.timestamp("us"),
    }
    columns = [
        pyarrow.array([row[place] for row in rows], kinds[kind])
        for place, kind in enumerate(types.values())
    ]
    return Result(pyarrow.table(columns, names=list(types)), list(types.values()))


def distinct(names: list[str]) -> list[str]:
    """
    Return the names with repeated ones numbered, ignoring case, so that each is a distinct key.

    >>> distinct(["a", "b", "A", "a_2", "a"])
    ['a', 'b', 'A_2', 'a_2_2', 'a_3']
    """
    result: list[str] = []
    taken: set[str] = set()
    for name in names:
        distinct_name, number = name, 1
        while distinct_name.lower() in taken:
            number += 1
            distinct_name = f"{name}_{number}"
        taken.add(distinct_name.lower())
        result.append(distinct_name)
    return result


def _rows(table: pyarrow.Table) -> list[tuple[object, ...]]:
    with without_database() as connection:
        try:
            return connection.from_arrow(table).fetchall()
        except duckdb.Error as error:
            raise QueryError(worded(error)) from error


def _as_text(name: str) -> duckdb.Expression:
    return duckdb.ColumnExpression(name).cast("VARCHAR").alias(name)


def _is_text(kind: DuckDBPyType) -> bool:
    """Return True if a type, or one inside it, becomes text in a frame."""
    if kind.id in TEXT_TYPES:
        return True
    if kind.id not in {"list", "array", "struct", "map"}:
        return False
    return any(_is_text(child) for _, child in kind.children if isinstance(child, DuckDBPyType))
