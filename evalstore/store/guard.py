"""Restrictions on ``query``: one read-only SELECT, no files or network, limited resources."""

import re
import threading
from collections.abc import Callable
from typing import TypeVar

import duckdb

from evalstore.errors import QueryError, UsageError
from evalstore.store.connections import first_line, worded
from evalstore.store.reader import Reader
from evalstore.store.result import KEEP_TYPES, Result, distinct, fetched

MEMORY_SIZE = re.compile(r"\d+(\.\d+)? ?(KB|MB|GB|TB|KiB|MiB|GiB|TiB)", re.IGNORECASE)
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

    Raises QueryError where it is not one SELECT, fails, or takes too long.
    """

    def fetch() -> Result:
        return fetched(reader.connection, sql, parameters)

    return _guarded(reader, sql, fetch, timeout_seconds, memory_limit)


def guarded_table(
    reader: Reader,
    sql: str,
    parameters: dict[str, object],
    timeout_seconds: float = 60.0,
    memory_limit: str = "2GB",
) -> tuple[list[str], list[tuple[object, ...]]]:
    """Run one untrusted statement; return columns and rows. Errors as ``guarded_result``."""

    def fetch() -> tuple[list[str], list[tuple[object, ...]]]:
        result = reader.connection.execute(sql, parameters or None)
        return distinct([column[0] for column in result.description or []]), result.fetchall()

    return _guarded(reader, sql, fetch, timeout_seconds, memory_limit)


def _guarded(
    reader: Reader,
    sql: str,
    fetch: Callable[[], Fetched],
    timeout_seconds: float,
    memory_limit: str,
) -> Fetched:
    require_one_select(sql)
    connection = reader.connection
    if not MEMORY_SIZE.fullmatch(memory_limit):
        raise UsageError(f"memory {memory_limit!r}; expected a size such as 500MB or 2GB")
    try:
        connection.execute("set memory_limit = $limit", {"limit": memory_limit})
    except duckdb.Error as error:
        raise UsageError(f"memory {memory_limit!r}: {first_line(error)}") from error
    connection.execute(KEEP_TYPES)
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")
    timer = threading.Timer(timeout_seconds, connection.interrupt)
    timer.start()
    try:
        return fetch()
    except duckdb.InterruptException as error:
        raise QueryError(
            f"stopped after {timeout_seconds:g} s; --timeout allows more, or filter on run_id"
        ) from error
    except duckdb.OutOfMemoryException as error:
        raise QueryError(
            f"takes more memory than {memory_limit}: {first_line(error)}; "
            "--memory allows more, or filter on run_id"
        ) from error
    except (duckdb.Error, ValueError, OverflowError) as error:
        raise QueryError(
            worded(error) if isinstance(error, duckdb.Error) else first_line(error)
        ) from error
    finally:
        timer.cancel()


def require_one_select(sql: str) -> None:
    """Raise QueryError unless the text is one statement that only reads."""
    import sqlglot
    from sqlglot import exp

    reading = (exp.Select, exp.SetOperation, exp.Subquery, exp.Values, exp.Table)
    allowed = (*reading, exp.Describe, exp.Summarize)
    try:
        trees = [
            tree
            for tree in sqlglot.parse(sql, read="duckdb")
            # What stands behind the last semicolon may be a comment.
            if tree is not None and not isinstance(tree, exp.Semicolon)
        ]
    except sqlglot.errors.SqlglotError as error:
        raise QueryError(f"not understood as SQL: {first_line(error)}") from error
    if len(trees) != 1:
        raise QueryError(f"found {len(trees)} statements; expected one SELECT")
    forbidden = (exp.Insert, exp.Update, exp.Delete, exp.Merge, exp.Create, exp.Drop, exp.Copy)
    written = next(trees[0].find_all(*forbidden), None)
    found = trees[0] if written is None else written
    if written is not None or not isinstance(found, allowed):
        raise QueryError(
            f"found {found.key.upper()}; `query` only reads: one SELECT, FROM or WITH. "
            "Events are appended with `evalstore ingest`"
        )
