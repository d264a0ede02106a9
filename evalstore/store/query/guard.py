"""Restrictions on ``query``: one reading statement, no files or network, limited resources."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import duckdb

from evalstore.errors import QueryError, UsageError
from evalstore.store.connections import first_line
from evalstore.store.query.query_error import explained
from evalstore.store.query.reader import Reader
from evalstore.store.query.reading_only import require_reading
from evalstore.store.query.result import KEEP_TYPES, Result, distinct, fetched

MEMORY_SIZE = re.compile(r"\d+(\.\d+)? ?(KB|MB|GB|TB|KiB|MiB|GiB|TiB)", re.IGNORECASE)
# Ten days. With a far longer time a thread would not wait at all.
TIMEOUT_SECONDS_MAX = 864_000.0
INTERRUPT_SECONDS = 0.05
Fetched = TypeVar("Fetched")


def guarded_result(
    reader: Reader,
    sql: str,
    parameters: dict[str, object],
    timeout_seconds: float = 60.0,
    memory_limit: str = "2GB",
) -> Result:
    """
    Run one untrusted statement; return its rows with their types.

    Raises QueryError if it is not one statement that only reads, if it fails or takes too long.
    """

    def fetch() -> Result:
        try:
            return fetched(reader.connection, sql, parameters)
        except (duckdb.BinderException, duckdb.CatalogException):
            # Raised again with line and position, which a relation's error lacks.
            reader.connection.execute(sql, parameters or None)
            raise

    return _guarded(reader, sql, fetch, timeout_seconds, memory_limit)


def guarded_table(
    reader: Reader,
    sql: str,
    parameters: dict[str, object],
    timeout_seconds: float = 60.0,
    memory_limit: str = "2GB",
) -> tuple[list[str], list[tuple[object, ...]]]:
    """Run one untrusted statement; return columns and rows. Raises as ``guarded_result`` does."""

    def fetch() -> tuple[list[str], list[tuple[object, ...]]]:
        result = reader.connection.execute(sql, parameters or None)
        return distinct([column[0] for column in result.description or []]), result.fetchall()

    return _guarded(reader, sql, fetch, timeout_seconds, memory_limit)


def require_timeout(timeout_seconds: float) -> None:
    """Raise UsageError unless it is a number of seconds that can be waited for."""
    if not 0 < timeout_seconds <= TIMEOUT_SECONDS_MAX:
        raise UsageError(
            f"timeout is {timeout_seconds!r}, expected seconds: more than 0, at most "
            f"{TIMEOUT_SECONDS_MAX:.0f}"
        )


def _guarded(
    reader: Reader,
    sql: str,
    fetch: Callable[[], Fetched],
    timeout_seconds: float,
    memory_limit: str,
) -> Fetched:
    connection = reader.connection
    require_timeout(timeout_seconds)
    if not MEMORY_SIZE.fullmatch(memory_limit):
        raise UsageError(f"memory is {memory_limit!r}, expected a size such as 500MB or 2GB")
    try:
        connection.execute("set memory_limit = $limit", {"limit": memory_limit})
    except duckdb.Error as error:
        raise UsageError(f"memory {memory_limit!r}: {first_line(error)}") from error
    connection.execute(KEEP_TYPES)
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")
    try:
        with _interrupted_after(connection, timeout_seconds):
            require_reading(connection, sql)
            return fetch()
    except duckdb.InterruptException as error:
        raise QueryError(
            f"the query was stopped after {timeout_seconds:g} s; allow more with --timeout, or "
            "filter on run_id"
        ) from error
    except duckdb.OutOfMemoryException as error:
        raise QueryError(
            f"the query needs more memory than {memory_limit}: {first_line(error)}; allow more "
            "with --memory, or filter on run_id"
        ) from error
    except duckdb.Error as error:
        raise QueryError(explained(connection, error)) from error
    except (ValueError, OverflowError) as error:
        raise QueryError(first_line(error)) from error


@contextmanager
def _interrupted_after(
    connection: duckdb.DuckDBPyConnection, timeout_seconds: float
) -> Iterator[None]:
    """
    Interrupt the running statement when the time is over, and again until the block ends.

    DuckDB ignores an interrupt between two statements.
    """
    is_over = threading.Event()

    def interrupt() -> None:
        wait_seconds = timeout_seconds
        while not is_over.wait(wait_seconds):
            connection.interrupt()
            wait_seconds = INTERRUPT_SECONDS

    watch = threading.Thread(target=interrupt, daemon=True)
    watch.start()
    try:
        yield
    finally:
        is_over.set()
        watch.join()
