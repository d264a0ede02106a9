"""Databases apart from the store, thrown away afterwards, in which the caller's SQL may run."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from evalstore.store.connections import connect


@contextmanager
def apart(memory_limit: str) -> Iterator[tuple[duckdb.DuckDBPyConnection, Path]]:
    """
    Open a database in a temporary folder of its own, with that folder.

    On one thread: what reads a file then keeps its order without holding back rows.
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
            # A full disk keeps it from being closed well.
            with suppress(duckdb.Error):
                connection.close()


def shut_in(connection: duckdb.DuckDBPyConnection) -> None:
    """Keep a connection from files, the network and other databases, for good."""
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")
