"""The DuckDB instance that a process used last, kept for its next reader or writer."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import duckdb

from evalstore.base import sql_files

LEFT_OBJECTS = sql_files.read("sql/queries/left_objects")
# A lock on the settings, and a block allocator's memory, cannot be taken back.
IS_CHANGED = (
    "select current_setting('lock_configuration')"
    " or current_setting('block_allocator_memory') <> '0 bytes'"
)
# By process: a fork must not use its parent's.
_IDLE: dict[int, duckdb.DuckDBPyConnection] = {}


@contextmanager
def lent(
    connect: Callable[[], duckdb.DuckDBPyConnection],
) -> Iterator[duckdb.DuckDBPyConnection]:
    """
    Lend the idle instance of this process, or one made by ``connect``; take cursors of it.

    Making an instance takes 15 ms, longer than most queries, and closing it as long. It is kept
    where its user left it as it was: without an error, a locked configuration, memory that is not
    returned, or objects of its own that outlive it.
    """
    process = os.getpid()
    instance = _IDLE.pop(process, None) or connect()
    is_kept = False
    try:
        yield instance
        [(is_changed,)] = instance.execute(IS_CHANGED).fetchall()
        if not is_changed and process not in _IDLE:
            instance.execute("detach database if exists evalstore")
            instance.execute("reset threads")
            [(has_left_objects,)] = instance.execute(LEFT_OBJECTS).fetchall()
            if not has_left_objects:
                # Once it is there another thread may take it: then it is no longer ours to close.
                is_kept = _IDLE.setdefault(process, instance) is instance
    finally:
        if not is_kept:
            instance.close()
