"""Events of a store's own log that lie behind what a remote has of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.errors import CorruptStoreError, UnreadableInputError
from evalstore.store.connections import connect
from evalstore.store.layout import Layout
from evalstore.store.log import checkpoint, incoming, merge, segment
from evalstore.store.log.batch import Batch
from evalstore.store.log.inbox import InboxWriter
from evalstore.store.log.log_entry import LogEntry
from evalstore.store.log.merkle import Frontier
from evalstore.store.replica import partial
from evalstore.store.verify import segment_index


def batches(layout: Layout) -> list[Batch]:
    """Return the batches of a store in order, also those that a partial replica leaves out."""
    found = []
    with connect() as connection:
        for part in partial.in_order(segment.on_disk(layout), partial.of(layout)):
            if isinstance(part, LogEntry):
                found.append(part.batch)
            else:
                batch = segment_index.footer(part) or segment.read_footer(connection, part)
                found.append(batch)
    return found


def roots(found: list[Batch]) -> dict[int, str]:
    """Return the root after each batch, in hex, by the size of the log there; of 0 as well."""
    empty = Frontier.empty()
    return {0: empty.root.hex(), **{batch.tree_size: batch.root for batch in found}}


@dataclass(slots=True)
class Taken:
    """Inbox files to be: how many events, and those whose decisions are evalstore's own."""

    event_count: int = 0
    own_names: list[str] = field(default_factory=list)


def take(
    layout: Layout,
    found: list[Batch],
    base: int,
    writer: InboxWriter,
    known_segments: Sequence[Path] = (),
) -> Taken:
    """
    Write the events behind ``base``, where a batch ends, for an inbox, under temporary names.

    Events that ``known_segments`` have are left out. Decisions are evalstore's own where the
    store's checkpoint vouches for the segment. Raises CorruptStoreError where one does not hold.
    """
    taken = Taken()
    tree = next((batch.tree for batch in found if batch.tree_size == base), Frontier.empty())
    with connect() as connection:
        incoming.define_macros(connection)
        for batch in found:
            if batch.first_position < base:
                continue
            path = layout.segments / batch.segment
            tree = merge.read_segment(connection, path, tree).tree
            if known_segments:
                files = [str(segment_path) for segment_path in known_segments]
                connection.execute(sql_files.read("sql/remote/forget_known"), {"files": files})
            [(event_count,)] = connection.execute("select count(*) from outgoing").fetchall()
            if not event_count:
                continue
            source = f"store:{layout.root.resolve().name}/{path.name}"
            name = writer.write(connection, {"source": source, "format": merge.FORMAT})
            taken.event_count += int(event_count)
            if _has_own(connection) and _is_vouched_for(layout, batch):
                taken.own_names.append(name)
    return taken


def _has_own(connection: duckdb.DuckDBPyConnection) -> bool:
    """Say whether evalstore itself decided or recorded some of the outgoing events."""
    [(count,)] = connection.execute(sql_files.read("sql/append/own_count")).fetchall()
    return bool(count)


def _is_vouched_for(layout: Layout, batch: Batch) -> bool:
    """Say whether the store's checkpoint names the bytes and the root of a segment."""
    try:
        kept = checkpoint.read(layout.checkpoints / f"{batch.tree_size}.json")
        digest = segment.sha256_of(layout.segments / batch.segment).hex()
    except (UnreadableInputError, CorruptStoreError):
        return False
    if checkpoint.is_step_back(kept, batch):
        return False
    return kept.root == batch.root and kept.segments == {batch.segment: digest}
