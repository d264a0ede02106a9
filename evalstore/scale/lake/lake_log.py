"""Checks that the log of a lake is the one that its other tables were computed from."""

from collections.abc import Mapping

from evalstore.errors import CorruptStoreError
from evalstore.scale.lake.lake_table import LakeTable
from evalstore.store.query.reader import Reader

BATCHES, EVENTS = "log.batches", "log.events"
WAY_OUT = (
    "a part of its log was lost or replaced: restore the lake from a backup, or publish to "
    "another place"
)


def require_kept(reader: Reader, tables: Mapping[str, LakeTable]) -> None:
    """
    Raise CorruptStoreError if a lake's log is not the one its tables were computed from.

    No table may cover more events than log.batches, which is written first, and the last event of
    log.events must equal the store's event at that position. log.batches must be the table opened
    last.
    """
    log_count = tables[BATCHES].event_count or 0
    for table in tables.values():
        require_behind(table, log_count)
    events = tables[EVENTS]
    if not events.event_count:
        return
    position = events.event_count - 1
    lake_event = events.row_where(["leaf_hash"], "position", position)
    store_events = reader.rows(
        "select leaf_hash from log.events where position = $position", position=position
    )
    if [lake_event] != store_events:
        raise CorruptStoreError(
            f"{events.uri} lacks the store's event at position {position}, which it had before; "
            f"{WAY_OUT}"
        )


def require_behind(table: LakeTable, log_count: int) -> None:
    """Raise CorruptStoreError if a table covers more events than the log of its lake has."""
    if (table.event_count or 0) > log_count:
        raise CorruptStoreError(
            f"{table.uri} was written for {table.event_count} events, but the log of its lake has "
            f"{log_count}; {WAY_OUT}"
        )
