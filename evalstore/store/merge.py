"""Take the events of another store: its segments, checked, into this store's inbox."""

from dataclasses import dataclass
from pathlib import Path

from evalstore import sql_files
from evalstore.errors import StoreError, UnreadableInputError, UsageError
from evalstore.store import inbox, incoming, recovery, segment
from evalstore.store.door import connect
from evalstore.store.layout import Layout
from evalstore.store.merkle import Frontier


@dataclass(frozen=True, slots=True)
class Merged:
    """What was taken: how many events, in which inbox files, and how many wait over there."""

    event_count: int
    inbox_names: list[str]
    waiting_count: int


def is_store(path: Path) -> bool:
    """Say whether a folder is a store."""
    return path.is_dir() and Layout(path).exists()


def accept_store(layout: Layout, other: Layout) -> Merged:
    """
    Accept every event of another store; ids and times stay, positions will be new.

    Raises UnreadableInputError where a segment there does not hold, and then accepts nothing.
    """
    layout.require()
    if layout.root.resolve() == other.root.resolve():
        raise UsageError(f"{other.root} is this very store; name another one")
    writer = inbox.InboxWriter(layout)
    event_count = 0
    connection = connect()
    try:
        incoming.define_macros(connection)
        tree = Frontier.empty()
        for path in segment.on_disk(other):
            batch = segment.read_footer(connection, path)
            recovery.require_next(path, batch, tree)
            segment.require_hashes(connection, path)
            segment.read(connection, path)
            tree = incoming.with_leaves(connection, tree, "new_events")
            recovery.require_root(path, batch, tree)
            connection.execute(sql_files.read("sql/append/other_store"), {"file": str(path)})
            source = f"store:{other.root.name}/{path.name}"
            writer.write(connection, {"source": source, "format": "store"})
            event_count += batch.event_count
        waiting_count = inbox.waiting_count(connection, other)
        names = writer.publish()
    except StoreError as error:
        writer.discard()
        raise UnreadableInputError(f"{other.root} cannot be taken over: {error}") from error
    finally:
        connection.close()
    return Merged(event_count, names, waiting_count)
