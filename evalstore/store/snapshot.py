"""Publish a copy of the database for long readers and for older versions of DuckDB."""

import re
import shutil
from pathlib import Path

import duckdb

from evalstore.errors import StoreError, UsageError
from evalstore.store import comments, recovery
from evalstore.store.connections import connect, exclusive, first_line
from evalstore.store.current_database import attached_current
from evalstore.store.layout import Layout, publish

STORAGE_VERSION = re.compile(r"v\d+\.\d+\.\d+")


def snapshot(layout: Layout, output: Path, *, storage_version: str | None = None) -> Path:
    """
    Copy the database to a file, whole and closed, replacing what is there.

    ``storage_version`` such as ``v1.2.0`` writes a file that DuckDB 1.2 and later read; it has
    the same tables and views but no triggers. Raises UsageError for a version DuckDB does not
    know, StoreError where the output cannot be written.
    """
    if storage_version is not None and not STORAGE_VERSION.fullmatch(storage_version):
        raise UsageError(f"storage version {storage_version!r}; expected one like v1.2.0")
    layout.require_outside(output)
    temporary = output.with_name(output.name + ".tmp")
    with exclusive(layout):
        with attached_current(layout) as connection:
            recovery.recover(connection, layout)
            if not comments.are_current(connection):
                comments.write(connection)
            connection.execute("checkpoint")
        try:
            temporary.unlink(missing_ok=True)
            if storage_version is None:
                shutil.copyfile(layout.database, temporary)
            else:
                _copy_as(layout.database, temporary, storage_version)
            # A write-ahead log that someone left there belongs to the file that goes.
            output.with_name(output.name + ".wal").unlink(missing_ok=True)
            publish(temporary, output)
        except OSError as error:
            raise StoreError(f"cannot write {output}: {error.strerror}") from error
    return output


def _copy_as(database: Path, output: Path, storage_version: str) -> None:
    connection = connect()
    # ATTACH takes no parameters; a quote in a path is doubled.
    source, target = (str(path).replace("'", "''") for path in (database, output))
    try:
        connection.execute(f"attach '{source}' as evalstore (type duckdb, read_only)")
        connection.execute(
            f"attach '{target}' as snapshot (type duckdb, storage_version '{storage_version}')"
        )
        connection.execute("copy from database evalstore to snapshot")
    except duckdb.IOException as error:
        output.unlink(missing_ok=True)
        raise StoreError(f"cannot write {output}: {first_line(error)}") from error
    except duckdb.Error as error:
        output.unlink(missing_ok=True)
        raise UsageError(
            f"DuckDB cannot write storage version {storage_version}: {first_line(error)}"
        ) from error
    finally:
        connection.close()
