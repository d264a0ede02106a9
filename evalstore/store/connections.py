"""
Connections to the DuckDB file, all of which are opened here.

DuckDB 2.0 reads a file's headers before it locks it, so a process that waited for the lock may
start from a stale root and overwrite the commit of another one. Therefore writers hold LOCK
exclusively from before opening until after closing, readers hold it shared while they open, and
both attach the file to an in-memory connection.
"""

import errno
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO

import duckdb
import portalocker

from evalstore.base import input_file, sql_files
from evalstore.errors import CorruptStoreError, NotFoldedError, StoreBusyError, StoreError
from evalstore.store.layout import Layout
from evalstore.store.log import disk_errors

LEFT_OBJECTS = sql_files.read("sql/queries/left_objects")
CHANGED_INSTANCE = sql_files.read("sql/queries/changed_instance")
# The idle instance by process, not yet checked: a fork must not use its parent's.
_IDLE: dict[int, duckdb.DuckDBPyConnection] = {}

WAIT_SECONDS_DEFAULT = 10.0
POLL_SECONDS = 0.05
DATABASE = "evalstore"
# The database that every connection begins with.
MEMORY = "memory"
# This optimizer took a third of the time of the union of all metrics, and made no query faster.
OPTIMIZER_LEFT_OUT = "projection_pullup"
HAS_LOG = (
    f"select 1 from duckdb_schemas() where database_name = '{DATABASE}' and schema_name = 'log'"
)


@contextmanager
def exclusive(
    layout: Layout,
    *,
    wait_seconds: float = WAIT_SECONDS_DEFAULT,
    is_reading: bool = False,
) -> Iterator[None]:
    """
    Hold the exclusive lock; ``is_reading`` is True if the caller writes nothing.

    Raises StoreBusyError, naming the holder, if the lock is not free in time.
    """
    layout.require()
    handle = _locked(layout, portalocker.LOCK_EX, wait_seconds, is_reading=is_reading)
    if handle is None:
        yield
        return
    try:
        _write_holder(handle, f"process {os.getpid()}")
        yield
    finally:
        _write_holder(handle, "")
        handle.close()


@contextmanager
def attached_for_writing(
    layout: Layout,
    database: Path | None = None,
    *,
    wait_seconds: float = WAIT_SECONDS_DEFAULT,
) -> Iterator[duckdb.DuckDBPyConnection]:
    """
    Open the database for writing; the caller holds ``exclusive``.

    Raises StoreBusyError while a reader has it open, CorruptStoreError if it cannot be opened.
    """
    path = database or layout.database
    with (
        _translated(path),
        lent(connect) as instance,
        closing(instance.cursor()) as connection,
    ):
        _attach(connection, path, "", wait_seconds)
        yield connection


@contextmanager
def attached_for_reading(
    layout: Layout,
    database: Path | None = None,
    *,
    wait_seconds: float = WAIT_SECONDS_DEFAULT,
    is_locked: bool = False,
) -> Iterator[duckdb.DuckDBPyConnection]:
    """
    Open the database, or a copy of it, read-only, without a fold.

    ``is_locked`` is True if the caller holds LOCK already, or opens a copy, which needs no lock.

    Raises StoreError if nothing was folded yet, StoreBusyError, naming the holder, while a
    writer has it open, CorruptStoreError if it cannot be opened.
    """
    layout.require()
    path = database or layout.database
    with (
        _translated(path),
        lent(connect) as instance,
        closing(instance.cursor()) as connection,
    ):
        handle = (
            None
            if is_locked
            else _locked(layout, portalocker.LOCK_SH, wait_seconds, is_reading=True)
        )
        try:
            if not path.exists():
                raise _not_folded(layout)
            _attach(connection, path, ", read_only", wait_seconds)
            if not connection.execute(HAS_LOG).fetchall():
                # A full disk can leave a database before its first table.
                raise _not_folded(layout)
        finally:
            if handle is not None:
                handle.close()
        yield connection


@contextmanager
def without_database() -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a connection with temporary relations only, in this process's idle instance."""
    try:
        with lent(connect) as instance, instance.cursor() as connection:
            yield connection
    except duckdb.IOException as error:
        full = disk_errors.full(error, Path(temporary_folder()))
        raise full or StoreError(first_line(error)) from error


@contextmanager
def _translated(database: Path) -> Iterator[None]:
    """Translate DuckDB's errors into those of the store."""
    try:
        yield
    except duckdb.OutOfMemoryException as error:
        raise StoreError(
            f"out of memory or of room for temporary files: {first_line(error)}; free memory or "
            "disk space, or fold more often"
        ) from error
    except duckdb.Error as error:
        raise disk_errors.full(error, database) or _unusable(database, error) from error


def connect(
    database: str = f":{MEMORY}:", settings: Mapping[str, str | int] | None = None
) -> duckdb.DuckDBPyConnection:
    """Open a connection, in memory by default, with times in UTC and without the network."""
    connection = duckdb.connect(
        database,
        config={
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "temp_directory": temporary_folder(),
            "max_temp_directory_size": "50GB",
            "disabled_optimizers": OPTIMIZER_LEFT_OUT,
            **(settings or {}),
        },
    )
    connection.execute("set global timezone = 'UTC'")
    return connection


def temporary_folder() -> str:
    """Return this process's folder for data that does not fit into memory."""
    return f"{tempfile.gettempdir()}/evalstore-{os.getpid()}"


def make_current(connection: duckdb.DuckDBPyConnection, database: str) -> None:
    """Make an attached database the current one."""
    connection.execute(f"use {database}")


def keep_memory(connection: duckdb.DuckDBPyConnection) -> None:
    """
    Set a connection to reuse memory instead of returning it to the operating system.

    Allocating it anew each time was a fifth of a large ingest; a small one would only appear to
    use more.
    """
    connection.execute("set block_allocator_memory = '1GB'")


@contextmanager
def one_thread(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """
    Restrict a connection to one thread while the block runs.

    A copy that keeps the order of its rows buffers the rows by which one thread is ahead of
    another: two threads took 700 MB more for a million events, and as much processor time.
    """
    [(thread_count,)] = connection.execute("select current_setting('threads')").fetchall()
    connection.execute("set threads = 1")
    try:
        yield
    finally:
        connection.execute("set threads = $thread_count", {"thread_count": thread_count})


def _locked(
    layout: Layout, kind: portalocker.LockFlags, wait_seconds: float, *, is_reading: bool
) -> IO[str] | None:
    """
    Open LOCK and lock it, waiting up to ``wait_seconds``; return the open file.

    Returns None if a reader needs no lock: LOCK is missing on a read-only disk.
    """
    handle = _lock_file(layout, is_reading=is_reading)
    if handle is None:
        return None
    deadline = time.monotonic() + wait_seconds
    while True:
        try:
            portalocker.lock(handle, kind | portalocker.LOCK_NB)
        except portalocker.AlreadyLocked as error:
            if time.monotonic() >= deadline:
                handle.seek(0)
                holder = handle.read().strip() or "another process"
                handle.close()
                raise StoreBusyError(
                    f"{layout.root} is locked by {holder} (waited {wait_seconds:g} s); try again "
                    "when it has ended"
                ) from error
            time.sleep(POLL_SECONDS)
        else:
            return handle


def _lock_file(layout: Layout, *, is_reading: bool) -> IO[str] | None:
    """Open LOCK for writing, or for reading if a reader cannot write; None if it needs no lock."""
    try:
        return open(layout.lock, "a+", encoding="utf-8", opener=input_file.without_links)
    except OSError as error:
        if not is_reading or error.errno not in {errno.EROFS, errno.EACCES, errno.EPERM}:
            raise StoreError(
                f"cannot open {layout.lock}: {error.strerror}; make it a regular file that this "
                "process may write: correct its permissions, or replace a link by a file"
            ) from error
        is_read_only = error.errno == errno.EROFS
    try:
        return layout.lock.open(encoding="utf-8")
    except OSError as error:
        if is_read_only and error.errno == errno.ENOENT:
            return None
        raise StoreError(f"cannot open {layout.lock}: {error.strerror}") from error


def _write_holder(handle: IO[str], text: str) -> None:
    """Write the holder into LOCK, for the message of waiting processes; skipped on a full disk."""
    with suppress(OSError):
        handle.seek(0)
        handle.truncate()
        handle.write(text)
        handle.flush()


def _attach(
    connection: duckdb.DuckDBPyConnection, database: Path, mode: str, wait_seconds: float
) -> None:
    """Attach the file as ``evalstore`` and make it the current database."""
    # ATTACH takes no parameters; a quote in the path is doubled.
    quoted = str(database).replace("'", "''")
    try:
        input_file.require_regular(database)
    except FileNotFoundError:
        # ATTACH creates it.
        pass
    except input_file.NotRegularError as error:
        raise _unusable(database, error) from error
    deadline = time.monotonic() + wait_seconds
    while True:
        try:
            connection.execute(f"attach '{quoted}' as {DATABASE} (type duckdb{mode})")
        except duckdb.IOException as error:
            # "block" has "lock" in it, so the whole phrase is looked for.
            if "could not set lock" not in str(error).lower():
                raise
            if time.monotonic() >= deadline:
                raise StoreBusyError(
                    f"{database} is open in another program: {first_line(error)}; close it there "
                    "and try again"
                ) from error
            time.sleep(POLL_SECONDS)
        else:
            make_current(connection, DATABASE)
            return


def _not_folded(layout: Layout) -> NotFoldedError:
    return NotFoldedError(
        f"{layout.root} has no database yet; run `evalstore fold --store {layout.root}` to create "
        "it from inbox and segments"
    )


def _unusable(database: Path, error: Exception) -> CorruptStoreError:
    return CorruptStoreError(
        f"{database} cannot be used: {first_line(error)}; if the file is damaged, run `evalstore "
        "rebuild` to create it again from the segments"
    )


def first_line(error: Exception) -> str:
    """Return the first line of an error's text."""
    return str(error).strip().partition("\n")[0]


def worded(error: duckdb.Error) -> str:
    """Return the first line of an error, or advice if the error only names a missing module."""
    if "pytz" in str(error):
        return (
            "a column is a TIMESTAMP WITH TIME ZONE; cast it to a timestamp, such as "
            "now()::timestamp; all times in the store are UTC"
        )
    return first_line(error)


@contextmanager
def lent(
    connect: Callable[[], duckdb.DuckDBPyConnection],
) -> Iterator[duckdb.DuckDBPyConnection]:
    """
    Lend the idle instance of this process, or a new one from ``connect``, to take cursors of.

    Making an instance takes 15 ms, longer than most queries, and closing it as long. It is kept
    if its user left it unchanged: without an error, a locked configuration, memory that is not
    returned or another database. It is lent again unless objects remain in it, which takes longest
    to find out, and most processes lend it once.
    """
    process = os.getpid()
    instance = _unused_idle(process) or connect()
    is_kept = False
    try:
        yield instance
        [(is_changed,)] = instance.execute(CHANGED_INSTANCE).fetchall()
        if not is_changed and process not in _IDLE:
            instance.execute("detach database if exists evalstore")
            # From now on another thread may take it, so it must not be closed here.
            is_kept = _IDLE.setdefault(process, instance) is instance
    finally:
        if not is_kept:
            instance.close()


def _unused_idle(process: int) -> duckdb.DuckDBPyConnection | None:
    """Take the idle instance of a process; None if it has none, or one with remaining objects."""
    instance = _IDLE.pop(process, None)
    if instance is None:
        return None
    instance.execute("reset threads")
    [(has_left_objects,)] = instance.execute(LEFT_OBJECTS).fetchall()
    if not has_left_objects:
        return instance
    instance.close()
    return None
