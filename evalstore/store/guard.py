"""Restrictions on ``query``: one read-only SELECT, no files or network, limited resources."""

import re
import threading

import duckdb

from evalstore.errors import QueryError, UsageError
from evalstore.store.connections import first_line
from evalstore.store.reader import Reader, worded

MEMORY_SIZE = re.compile(r"\d+(\.\d+)? ?(KB|MB|GB|TB|KiB|MiB|GiB|TiB)", re.IGNORECASE)


def guarded_table(
    reader: Reader,
    sql: str,
    parameters: dict[str, object],
    *,
    timeout_seconds: float = 60.0,
    memory_limit: str = "2GB",
) -> tuple[list[str], list[tuple[object, ...]]]:
    """
    Run one untrusted statement; return columns and rows.

    Raises QueryError where it is not one SELECT, fails, or takes too long.
    """
    require_one_select(sql)
    connection = reader.connection
    if not MEMORY_SIZE.fullmatch(memory_limit):
        raise UsageError(f"memory {memory_limit!r}; expected a size such as 500MB or 2GB")
    try:
        connection.execute("set memory_limit = $limit", {"limit": memory_limit})
    except duckdb.Error as error:
        raise UsageError(f"memory {memory_limit!r}: {first_line(error)}") from error
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")
    timer = threading.Timer(timeout_seconds, connection.interrupt)
    timer.start()
    try:
        result = connection.execute(sql, parameters or None)
        columns = _distinct([column[0] for column in result.description or []])
        return columns, result.fetchall()
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


def _distinct(names: list[str]) -> list[str]:
    """
    Number columns of the same name, so that none is lost as a key.

    >>> _distinct(["a", "b", "a"])
    ['a', 'b', 'a_2']
    """
    return [
        name if name not in names[:place] else f"{name}_{names[: place + 1].count(name)}"
        for place, name in enumerate(names)
    ]
