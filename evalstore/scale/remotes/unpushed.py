"""Events of a store's own log that a remote does not have."""

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
    ordered = []
    with connect() as connection:
        for part in partial.in_order(segment.on_disk(layout), partial.of(layout)):
            if isinstance(part, LogEntry):
                ordered.append(part.batch)
            else:
                batch = segment_index.footer(part) or segment.read_footer(connection, part)
                ordered.append(batch)
    return ordered


def roots(store_batches: list[Batch]) -> dict[int, str]:
    """Return the root after each batch, in hex, by the size of the log; includes size 0."""
    empty = Frontier.empty()
    return {0: empty.root.hex(), **{batch.tree_size: batch.root for batch in store_batches}}


@dataclass(slots=True)
class Taken:
    """Events for the inbox: their count, and the files with trusted decisions of evalstore."""

    event_count: int = 0
    own_names: list[str] = field(default_factory=list)


def take(
    layout: Layout,
    store_batches: list[Batch],
    base: int,
    writer: InboxWriter,
    known_segments: Sequence[Path] = (),
) -> Taken:
    """
    Write the events after ``base``, the end of a batch, to temporary inbox files.

    Events in ``known_segments`` are left out. Decisions are trusted as evalstore's own if the
    store's checkpoint covers the segment. Raises CorruptStoreError if a segment is damaged.
    """
    taken = Taken()
    tree = next(
        (batch.tree for batch in store_batches if batch.tree_size == base), Frontier.empty()
    )
    with connect() as connection:
        incoming.define_macros(connection)
        for batch in store_batches:
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
    """Return True if evalstore itself decided or recorded some of the outgoing events."""
    [(count,)] = connection.execute(sql_files.read("sql/append/own_count")).fetchall()
    return bool(count)


def _is_vouched_for(layout: Layout, batch: Batch) -> bool:
    """Return True if the store's checkpoint contains the digest and the root of a segment."""
    try:
        kept = checkpoint.read(layout.checkpoints / f"{batch.tree_size}.json")
        digest = segment.sha256_of(layout.segments / batch.segment).hex()
    except (UnreadableInputError, CorruptStoreError):
        return False
    if checkpoint.is_step_back(kept, batch):
        return False
    return kept.root == batch.root and kept.segments == {batch.segment: digest}
