"""Rows of DuckDB with the types that every reader of a lake knows."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow

# The writer of Delta lets batches queue up while it compresses: of 65,536 rows they took 6 GB.
ROWS_AT_ONCE = 2_048


class PortableRows:
    """
    A stream of Arrow batches whose rows are counted as they pass, in ``row_count``.

    Times are UTC and say so, since times without a zone need a newer reader of Delta; names of a
    closed list are text; integers without a sign have one. Rows that another engine computed take
    the types of ``like``, which are those of our own.
    """

    def __init__(
        self, reader: "pyarrow.RecordBatchReader", like: "pyarrow.Schema | None" = None
    ) -> None:
        import pyarrow

        self.row_count = 0
        self._reader = reader
        self.schema = pyarrow.schema(
            [pyarrow.field(one.name, portable_type(one.type)) for one in like or reader.schema]
        )

    def stream(self) -> "pyarrow.RecordBatchReader":
        """Return the batches, to be read once."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_batches(self.schema, self._batches())

    def _batches(self) -> Iterator["pyarrow.RecordBatch"]:
        import pyarrow

        for batch in self._reader:
            self.row_count += batch.num_rows
            arrays = [batch.column(one.name).cast(one.type) for one in self.schema]
            yield pyarrow.RecordBatch.from_arrays(arrays, schema=self.schema)


def portable_type(kind: "pyarrow.DataType") -> "pyarrow.DataType":
    """
    Return the type that a column of this one is published with.

    >>> import pyarrow
    >>> portable_type(pyarrow.timestamp("us")), portable_type(pyarrow.uint8())
    (TimestampType(timestamp[us, tz=UTC]), DataType(int64))
    """
    import pyarrow

    if pyarrow.types.is_timestamp(kind):
        return pyarrow.timestamp("us", tz="UTC")
    if pyarrow.types.is_dictionary(kind):
        return portable_type(kind.value_type)
    if pyarrow.types.is_unsigned_integer(kind):
        return pyarrow.int64()
    return kind
