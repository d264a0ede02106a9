"""The DuckDB instance with which a process read last, kept for its next reader."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import duckdb

from evalstore import sql_files

LEFT_OBJECTS = sql_files.read("sql/queries/left_objects")
# By process: a fork must not use its parent's.
_IDLE: dict[int, duckdb.DuckDBPyConnection] = {}


@contextmanager
def lent(
    connect: Callable[[], duckdb.DuckDBPyConnection],
) -> Iterator[duckdb.DuckDBPyConnection]:
    """
    Lend the idle instance of this process, or one made by ``connect``; take cursors of it.

    Making an instance takes 15 ms, longer than most queries. It is kept where the reader left it
    as it was: without an error, a locked configuration, or objects of its own that outlive it.
    """
    process = os.getpid()
    instance = _IDLE.pop(process, None) or connect()
    try:
        yield instance
        [(is_locked,)] = instance.execute(
            "select current_setting('lock_configuration')"
        ).fetchall()
        if not is_locked and process not in _IDLE:
            instance.execute("detach database if exists evalstore")
            [(has_left_objects,)] = instance.execute(LEFT_OBJECTS).fetchall()
            if not has_left_objects:
                _IDLE[process] = instance
    finally:
        if _IDLE.get(process) is not instance:
            instance.close()
