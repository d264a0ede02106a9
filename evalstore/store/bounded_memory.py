"""Bound the memory of a fold or of a copy, so that what does not fit goes to disk."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import duckdb

from evalstore.errors import StoreError

Done = TypeVar("Done")
OUT_OF_MEMORY = "Out of Memory"
MB = 1_000_000
# Fewer events need less than any bound; for a million, going to disk took a fifth more time of the
# processor and saved nothing, since whole row groups go there by themselves.
EVENTS_MIN, EVENTS_MAX = 20_000, 400_000
# In addition to the bytes of the fields: 300,000 events of JUnit peaked at 330 MB with this bound,
# at 600 without.
FOLDING_BYTES = 96 * MB
# With longer fields, a row group that is written needs more memory than the bound.
FIELD_BYTES_MAX = 100 * MB
# A commit of 80,000 events within it took 100 MB less, and no more time of the processor. A bound
# that is too small costs most: the commit is tried within it first, and then without.
RECORDING_BYTES, RECORDING_BYTES_PER_EVENT = 96 * MB, 800
# For rows that are copied in order, whatever their number, and for work on the whole log: without
# a bound DuckDB sorts in four fifths of the machine's memory before it writes anything to disk,
# and keeps as much of the database there. Ten million events were rebuilt in 1.1 GB in place of
# 2.3, for a fifteenth more of the processor, and verified in as much, for a seventh more.
COPYING_BYTES = 1_000 * MB


@contextmanager
def bounded_memory(
    connection: duckdb.DuckDBPyConnection, limit_bytes: int | None
) -> Iterator[None]:
    """
    Bound DuckDB's memory while the block runs; None sets no bound.

    Raises OutOfMemoryException if the bound is too small, such as for one very long value. A
    commit belongs after the block: if it ran out of memory, the database would be unusable.
    """
    # A separate cursor, since the other one may end with rows that were not fetched.
    with connection.cursor() as settings:
        is_bounded = limit_bytes is not None and _is_set(settings, limit_bytes)
        try:
            yield
        finally:
            if is_bounded:
                # The value that the setting returns is rounded, so it cannot be set again.
                settings.execute("reset global memory_limit")


def copied(connection: duckdb.DuckDBPyConnection, work: Callable[[], Done]) -> Done:
    """Return the result of ``work``, tried in little memory first and then without a limit."""

    def within(limit_bytes: int | None) -> Done:
        with bounded_memory(connection, limit_bytes):
            return work()

    return first_bounded(within)


def first_bounded(work: Callable[[int | None], Done]) -> Done:
    """
    Return the result of ``work`` within ``COPYING_BYTES``, or unbounded if that is too little.

    ``work`` is called with its bound, None without one; it is called again after an attempt that
    ran out of memory. DuckDB has 2,048 values in memory at once, which may be many bytes.
    """
    try:
        return work(COPYING_BYTES)
    except duckdb.OutOfMemoryException:
        pass
    except StoreError as error:
        # The reader of the rows may have raised another error from it.
        if OUT_OF_MEMORY not in str(error):
            raise
    return work(None)


def limit_of_folding(event_count: int, known_count: int, byte_count: int) -> int | None:
    """
    Return the bound for a fold of events whose fields have ``byte_count`` bytes, None without one.

    Facts are computed for whole runs, so the ``known_count`` events of these runs in the log
    count as much as the new ones.
    """
    touched_count = event_count + known_count
    if event_count < EVENTS_MIN or touched_count > EVENTS_MAX:
        return None
    touched_bytes = byte_count * touched_count // event_count
    return FOLDING_BYTES + touched_bytes if touched_bytes <= FIELD_BYTES_MAX else None


def limit_of_recording(event_count: int) -> int | None:
    """Return the bound for inserting a batch of ``event_count`` events; None for no bound."""
    if not EVENTS_MIN <= event_count <= EVENTS_MAX:
        return None
    return max(RECORDING_BYTES, RECORDING_BYTES_PER_EVENT * event_count)


def _is_set(connection: duckdb.DuckDBPyConnection, limit_bytes: int) -> bool:
    try:
        connection.execute("set memory_limit = $limit", {"limit": f"{limit_bytes}B"})
    except duckdb.OutOfMemoryException:
        # More than the limit is in use, and cannot go to disk.
        return False
    return True
