"""Temporary databases separate from the store, in which the caller's SQL may run."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from evalstore.store.connections import connect


@contextmanager
def apart(memory_limit: str) -> Iterator[tuple[duckdb.DuckDBPyConnection, Path]]:
    """
    Open a database in a new temporary folder; yield the connection and the folder.

    It has one thread: a query of a file then keeps the file's order without buffering rows.
    """
    with tempfile.TemporaryDirectory(prefix="evalstore-") as name:
        folder = Path(name)
        connection = connect(
            str(folder / "apart.duckdb"),
            {
                "memory_limit": memory_limit,
                "threads": 1,
                "temp_directory": str(folder / "spilled"),
            },
        )
        try:
            yield connection, folder
        finally:
            # Closing it may fail on a full disk.
            with suppress(duckdb.Error):
                connection.close()


def shut_in(connection: duckdb.DuckDBPyConnection) -> None:
    """Deny a connection files, the network and other databases, permanently."""
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")
