"""
A Delta table of a lake, and the number of events in the log that it covers.

A commit contains the number of events that the table then covers, as an application's transaction
(``txn``) of the Delta protocol. Rows and number are committed together, so that rows are written
exactly once or not at all, and of two writers that start from the same number one is refused.
"""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from evalstore.base.loopback import storage_options
from evalstore.errors import StoreBusyError, StoreError, UsageError

if TYPE_CHECKING:
    import pyarrow
    from deltalake import DeltaTable

MONTH = "month"
EXPECTED = (
    "the path of a folder, or a URL such as s3://bucket/path, gs://bucket/path or "
    "az://container/path"
)
# With more runs, evaluating the predicate takes longer than writing all rows.
RUNS_REPLACED_MAX = 1000
TRIES_MAX = 5


class ConflictError(Exception):
    """Another writer has changed the table since it was opened."""


class LakeTable:
    """The table at ``uri``; ``application`` names the counter of events and its definition."""

    def __init__(self, uri: str, application: str) -> None:
        self.uri = uri
        self._application = application
        self._table: DeltaTable | None = None
        self.open()

    def open(self) -> None:
        """Read the newest version of the table, which may not exist yet."""
        from deltalake import DeltaTable
        from deltalake.exceptions import DeltaError, TableNotFoundError

        try:
            self._table = DeltaTable(self.uri, storage_options=storage_options(os.environ))
        except TableNotFoundError as error:
            if "Unknown scheme" in str(error):
                raise UsageError(
                    f"{self.uri} is not a valid place for a lake; expected {EXPECTED}"
                ) from error
            self._table = None
        except (DeltaError, OSError) as error:
            raise StoreError(f"cannot read {self.uri}: {first_line(error)}") from error

    @property
    def event_count(self) -> int | None:
        """The number of events that the table covers; None if unknown or without a table."""
        if self._table is None:
            return None
        version: int | None = self._table.transaction_version(self._application)
        return version

    @property
    def table(self) -> "DeltaTable":
        """The opened table; raises StoreError if it does not exist."""
        if self._table is None:
            raise StoreError(f"the table {self.uri} does not exist")
        return self._table

    def rows(self, columns: list[str]) -> list[dict[str, Any]]:
        """Return these columns of a small table; empty if it does not exist."""
        if self._table is None:
            return []
        rows: list[dict[str, Any]] = self._table.to_pyarrow_table(columns=columns).to_pylist()
        return rows

    def row_where(self, columns: list[str], name: str, value: object) -> dict[str, Any] | None:
        """Return these columns of the only row with a value in a column, else None."""
        if self._table is None:
            return None
        matches = self._table.to_pyarrow_table(columns=columns, filters=[(name, "=", value)])
        rows: list[dict[str, Any]] = matches.to_pylist()
        return rows[0] if len(rows) == 1 else None

    def bring(
        self,
        event_count: int,
        write: Callable[[], int],
        *,
        again: str,
        check: Callable[[], None] = lambda: None,
    ) -> tuple[int, int | None]:
        """
        Update the table to this number of events by ``write``, after concurrent writers.

        Returns the number of rows written, 0 if others had updated the table, and the number of
        events that it covered before. ``check`` is called before each attempt. Raises
        StoreBusyError, with the advice in ``again``, if other writers were first each time.
        """
        for _ in range(TRIES_MAX):
            check()
            before = self.event_count
            if before is not None and before >= event_count:
                return 0, before
            try:
                return write(), before
            except ConflictError:
                self.open()
        raise StoreBusyError(
            f"{self.uri}: other writers changed it during each of {TRIES_MAX} tries; {again}"
        )

    def append(self, rows: "pyarrow.RecordBatchReader", event_count: int) -> None:
        """Add rows; raise ConflictError if another writer was first."""
        self._write(rows, event_count, mode="append")

    def replace(
        self, rows: "pyarrow.RecordBatchReader", event_count: int, run_ids: Sequence[str] | None
    ) -> None:
        """Replace the rows of ``run_ids``, or all rows if it is None; errors as for ``append``."""
        predicate = None if run_ids is None else _is_of(run_ids)
        self._write(rows, event_count, mode="overwrite", predicate=predicate)

    def compact(self) -> int:
        """Merge small files; return the number of files that are no longer needed."""
        if self._table is None:
            return 0
        return int(self._table.optimize.compact()["numFilesRemoved"])

    def _write(self, rows: "pyarrow.RecordBatchReader", event_count: int, **how: Any) -> None:
        from deltalake import CommitProperties, Transaction, write_deltalake
        from deltalake.exceptions import CommitFailedError, DeltaError

        self._require_types(rows.schema)
        transaction = Transaction(self._application, event_count)
        is_new = self._table is None
        try:
            write_deltalake(
                self.uri if self._table is None else self._table,
                rows,
                partition_by=[MONTH] if MONTH in rows.schema.names else None,
                storage_options=storage_options(os.environ),
                schema_mode=None if is_new else "merge",
                commit_properties=CommitProperties(app_transactions=[transaction]),
                **({"mode": "error"} if is_new else how),
            )
        except CommitFailedError as error:
            raise ConflictError(first_line(error)) from error
        except (DeltaError, OSError) as error:
            self.open()
            if is_new and self._table is not None:
                raise ConflictError(first_line(error)) from error
            raise StoreError(f"cannot write {self.uri}: {first_line(error)}") from error
        self.open()

    def _require_types(self, schema: "pyarrow.Schema") -> None:
        """Raise UsageError if a column's type differs; delta-rs would cast it silently."""
        from deltalake import Schema

        if self._table is None:
            return
        ours = {column.name: column.type for column in Schema.from_arrow(schema).fields}
        theirs = {column.name: column.type for column in self._table.schema().fields}
        other = sorted(name for name in ours.keys() & theirs if ours[name] != theirs[name])
        if other:
            raise UsageError(
                f"{self.uri}: found {theirs[other[0]]} in the column {other[0]}, expected "
                f"{ours[other[0]]}; publish to another place"
            )


def _is_of(run_ids: Sequence[str]) -> str:
    """Return a predicate for these runs; quotes are doubled, since Delta takes no parameters."""
    if not run_ids:
        return "false"
    quoted = ", ".join("'" + run_id.replace("'", "''") + "'" for run_id in run_ids)
    return f"run_id in ({quoted})"


def first_line(error: BaseException) -> str:
    """Return the first line of an error's text."""
    return (str(error).splitlines() or [type(error).__name__])[0][:300]
