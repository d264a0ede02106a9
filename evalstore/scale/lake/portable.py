"""Rows of DuckDB with types that every reader of a lake supports."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow

# The Delta writer queues batches while it compresses: batches of 65,536 rows took 6 GB.
ROWS_AT_ONCE = 2_048


class PortableRows:
    """
    A stream of Arrow batches whose rows are counted in ``row_count`` as they pass.

    Times have the zone UTC, since times without a zone require a newer reader of Delta;
    enumerations become text; unsigned integers become signed. Rows computed by another engine are
    cast to the types of ``like``.
    """

    def __init__(
        self, reader: "pyarrow.RecordBatchReader", like: "pyarrow.Schema | None" = None
    ) -> None:
        import pyarrow

        self.row_count = 0
        self._reader = reader
        self.schema = pyarrow.schema(
            [
                pyarrow.field(column.name, portable_type(column.type))
                for column in like or reader.schema
            ]
        )

    def stream(self) -> "pyarrow.RecordBatchReader":
        """Return the batches, which can be read once."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_batches(self.schema, self._batches())

    def _batches(self) -> Iterator["pyarrow.RecordBatch"]:
        import pyarrow

        for batch in self._reader:
            self.row_count += batch.num_rows
            arrays = [batch.column(column.name).cast(column.type) for column in self.schema]
            yield pyarrow.RecordBatch.from_arrays(arrays, schema=self.schema)


def portable_type(kind: "pyarrow.DataType") -> "pyarrow.DataType":
    """
    Return the type with which a column of this type is published.

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
