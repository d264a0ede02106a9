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
# Beside what the fields take: 300,000 events of JUnit peaked at 330 MB, where they took 600.
FOLDING_BYTES = 96 * MB
# Of longer fields a row group that is written needs more than the bound.
FIELD_BYTES_MAX = 100 * MB
# A commit of 80,000 events within it took 100 MB less, and no more time of the processor.
RECORDING_BYTES = 96 * MB
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
    Bound DuckDB's memory while the block runs; None bounds nothing.

    Raises OutOfMemoryException where that does not do, such as for one very long value. A commit
    belongs behind the block: one that runs out of memory would leave the database unusable.
    """
    # Of its own, since the other one may break off with rows that nobody has fetched.
    with connection.cursor() as settings:
        is_bounded = limit_bytes is not None and _is_set(settings, limit_bytes)
        try:
            yield
        finally:
            if is_bounded:
                # What the setting says of itself is rounded, so that setting it would lose some.
                settings.execute("reset global memory_limit")


def copied(connection: duckdb.DuckDBPyConnection, work: Callable[[], Done]) -> Done:
    """Return what ``work`` does, bounded as by ``first_bounded``."""

    def within(limit_bytes: int | None) -> Done:
        with bounded_memory(connection, limit_bytes):
            return work()

    return first_bounded(within)


def first_bounded(work: Callable[[int | None], Done]) -> Done:
    """
    Return what ``work`` does within ``COPYING_BYTES``, or, where that does not do, unbounded.

    It is told its bound, None for none. DuckDB holds 2,048 values at once, which are many bytes
    where each is long. Work that is broken off may be begun again.
    """
    try:
        return work(COPYING_BYTES)
    except duckdb.OutOfMemoryException:
        pass
    except StoreError as error:
        # Whoever reads the rows has made another error of it.
        if OUT_OF_MEMORY not in str(error):
            raise
    return work(None)


def limit_of_folding(event_count: int, known_count: int, byte_count: int) -> int | None:
    """
    Return the bound for a fold of events whose fields have so many bytes; None for none.

    Facts are computed of whole runs, so the ``known_count`` events that the log has of them count
    as much as the new ones.
    """
    touched_count = event_count + known_count
    if event_count < EVENTS_MIN or touched_count > EVENTS_MAX:
        return None
    touched_bytes = byte_count * touched_count // event_count
    return FOLDING_BYTES + touched_bytes if touched_bytes <= FIELD_BYTES_MAX else None


def limit_of_recording(event_count: int) -> int | None:
    """Return the bound for inserting a batch of so many events; None for none."""
    return RECORDING_BYTES if EVENTS_MIN <= event_count <= EVENTS_MAX else None


def _is_set(connection: duckdb.DuckDBPyConnection, limit_bytes: int) -> bool:
    try:
        connection.execute("set memory_limit = $limit", {"limit": f"{limit_bytes}B"})
    except duckdb.OutOfMemoryException:
        # More than that is in use, and cannot go to disk.
        return False
    return True
