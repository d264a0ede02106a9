"""Segments: immutable Parquet files of folded events, from which all else can be rebuilt."""

import hashlib
from pathlib import Path

import duckdb

from evalstore.base import input_file, sql_files
from evalstore.errors import CorruptStoreError, StoreError
from evalstore.store.connections import first_line, one_thread
from evalstore.store.layout import Layout
from evalstore.store.log import disk_errors
from evalstore.store.log.batch import Batch

FOOTER = "evalstore"


def write(connection: duckdb.DuckDBPyConnection, batch: Batch, path: Path) -> None:
    """
    Write the connection's ``new_events`` as a segment, in the order of their positions.

    Raises StoreError if it cannot be written.
    """
    connection.execute("set variable batch_footer = $footer", {"footer": batch.to_json()})
    try:
        with one_thread(connection):
            connection.execute(sql_files.read("sql/fold/write_segment"), {"file": str(path)})
    except (duckdb.IOException, OSError) as error:
        path.unlink(missing_ok=True)
        raise disk_errors.full(error, path) or StoreError(
            f"cannot write segment {path}: {first_line(error)}; the events stay in the inbox: "
            "free disk space and run `evalstore fold` again"
        ) from error
    if not _is_in_order(connection, path, batch.first_position):
        path.unlink()
        raise CorruptStoreError(
            f"segment {path} was not written in the order of positions; nothing was recorded, run "
            "`evalstore fold` again"
        )


def _is_in_order(connection: duckdb.DuckDBPyConnection, path: Path, first_position: int) -> bool:
    [(is_in_order,)] = connection.execute(
        "select bool_and(position = $first_position + file_row_number) "
        "from read_parquet($file, file_row_number = true)",
        {"file": str(path), "first_position": first_position},
    ).fetchall()
    return bool(is_in_order)


def read_footer(connection: duckdb.DuckDBPyConnection, path: Path) -> Batch:
    """
    Read the batch in a segment's footer.

    Raises CorruptStoreError, naming the file, if it is missing or invalid.
    """
    try:
        rows = connection.execute(
            "select decode(value) from parquet_kv_metadata($file) where decode(key) = $key",
            {"file": str(path), "key": FOOTER},
        ).fetchall()
        return Batch.from_json(rows[0][0])
    except (duckdb.Error, ValueError, TypeError, IndexError, KeyError) as error:
        raise CorruptStoreError(
            f"segment {path} cannot be read: {first_line(error)}; restore this file from a backup"
        ) from error


def read(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Read a segment's rows into the temporary table ``new_events``."""
    connection.execute("set variable segment_file = $file", {"file": str(path)})
    try:
        connection.execute(sql_files.read("sql/fold/segment_events"))
    except duckdb.Error as error:
        raise CorruptStoreError(
            f"segment {path} cannot be read: {first_line(error)}; restore this file from a backup"
        ) from error


def sha256_of(path: Path) -> bytes:
    """Return the SHA-256 of a file's bytes."""
    with disk_errors.naming_file(path), input_file.open_bytes(path) as file:
        return hashlib.file_digest(file, "sha256").digest()


def on_disk(layout: Layout) -> list[Path]:
    """
    List the segment files in the order of their positions.

    Raises CorruptStoreError for one that is not a regular file: reading it may never end.
    """
    paths = sorted(layout.segments.glob("*.parquet"))
    for path in paths:
        try:
            input_file.require_regular(path)
        except FileNotFoundError:
            # It was moved meanwhile; opening it will report that.
            continue
        except OSError as error:
            raise CorruptStoreError(
                f"segment {path} cannot be read: {error.strerror}; restore this file from a backup"
            ) from error
    return paths


def require_hashes(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Raise CorruptStoreError, naming the first position with a wrong hash, if there is one."""
    positions = wrong_positions(connection, path)
    if positions:
        raise CorruptStoreError(
            f"segment {path.name}: the event at position {positions[0]} does not match its hash, "
            "so it was altered; restore this file from a backup"
        )


def wrong_positions(connection: duckdb.DuckDBPyConnection, path: Path) -> list[int]:
    """List the positions of a segment whose payload, id or leaf does not have its hash."""
    connection.execute("set variable segment_file = $file", {"file": str(path)})
    try:
        rows = connection.execute(sql_files.read("sql/verify/segment_hashes")).fetchall()
    except duckdb.Error as error:
        raise CorruptStoreError(
            f"segment {path} cannot be read: {first_line(error)}; restore this file from a backup"
        ) from error
    return [position for (position,) in rows]
