"""Checks that the log of a lake is the one that its other tables were made of."""

from collections.abc import Mapping

from evalstore.errors import CorruptStoreError
from evalstore.scale.lake.lake_table import LakeTable
from evalstore.store.query.reader import Reader

BATCHES, EVENTS = "log.batches", "log.events"
WAY_OUT = (
    "it lost a part of its log, or was made anew in part; put back a good copy, or publish to "
    "another place"
)


def require_kept(reader: Reader, tables: Mapping[str, LakeTable]) -> None:
    """
    Raise CorruptStoreError if a lake's log is not the one that its tables were made of.

    No table may stand for more events than log.batches, which is written first, and the last event
    of log.events has to be the store's own at that position. Of the tables log.batches was opened
    last.
    """
    log_count = tables[BATCHES].event_count or 0
    for table in tables.values():
        require_behind(table, log_count)
    events = tables[EVENTS]
    if not events.event_count:
        return
    position = events.event_count - 1
    found = events.row_where(["leaf_hash"], "position", position)
    own = reader.rows(
        "select leaf_hash from log.events where position = $position", position=position
    )
    if [found] != own:
        raise CorruptStoreError(
            f"{events.uri} does not have the store's event at position {position}, for which it "
            f"stands: {WAY_OUT}"
        )


def require_behind(table: LakeTable, log_count: int) -> None:
    """Raise CorruptStoreError if a table stands for more events than the log of its lake has."""
    if (table.event_count or 0) > log_count:
        raise CorruptStoreError(
            f"{table.uri} stands for {table.event_count} events, the log of its lake for "
            f"{log_count}: {WAY_OUT}"
        )
