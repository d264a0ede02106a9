"""Publish a copy of the database for long readers and for older versions of DuckDB."""

import re
import shutil
from contextlib import suppress
from pathlib import Path

import duckdb

from evalstore.errors import StoreError, UsageError
from evalstore.store.connections import connect, exclusive, first_line
from evalstore.store.facts import comments
from evalstore.store.facts.current_database import attached_current
from evalstore.store.layout import Layout, publish
from evalstore.store.log import recovery
from evalstore.store.query.reader import reading
from evalstore.store.verify import sending

STORAGE_VERSION = re.compile(r"v\d+\.\d+\.\d+")


def snapshot(layout: Layout, output: Path, *, storage_version: str | None = None) -> Path:
    """
    Copy the database to a file, complete and closed, replacing an existing one.

    The copy is compared with the segments before it gets its name. ``storage_version`` such as
    ``v1.2.0`` writes a file that DuckDB 1.2 and later read; it has the same tables and views but
    no triggers. Raises CorruptStoreError if definitions, log or facts are wrong, UsageError for
    a version that DuckDB does not know, StoreError if the output cannot be written.
    """
    if storage_version is not None and not STORAGE_VERSION.fullmatch(storage_version):
        raise UsageError(f"storage version is {storage_version!r}, expected one such as v1.2.0")
    layout.require_outside(output)
    copy = output.with_name(output.name + ".tmp")
    of_version = output.with_name(output.name + ".version.tmp")
    try:
        copy_database(layout, copy)
        with reading(layout, copy, is_locked=True) as reader:
            sending.require_all(reader)
        if storage_version is not None:
            of_version.unlink(missing_ok=True)
            _copy_as(copy, of_version, storage_version)
        # A write-ahead log at that place belongs to the file that is replaced.
        output.with_name(output.name + ".wal").unlink(missing_ok=True)
        publish(copy if storage_version is None else of_version, output)
    except OSError as error:
        raise StoreError(f"cannot write {output}: {error.strerror}") from error
    finally:
        with suppress(OSError):
            copy.unlink(missing_ok=True)
            of_version.unlink(missing_ok=True)
    return output


def copy_database(layout: Layout, path: Path) -> None:
    """Copy the database to a new file, complete and closed, without checks."""
    with exclusive(layout):
        with attached_current(layout) as connection:
            recovery.recover(connection, layout)
            if not comments.are_current(connection):
                comments.write(connection)
            connection.execute("checkpoint")
        path.unlink(missing_ok=True)
        shutil.copyfile(layout.database, path)


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
