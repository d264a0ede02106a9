"""Copy the events of another store into this store's inbox after checking its segments."""

from dataclasses import dataclass
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.errors import StoreError, UnreadableInputError, UsageError
from evalstore.plugins.image import file_name
from evalstore.store.connections import connect
from evalstore.store.layout import Layout
from evalstore.store.log import (
    attachments,
    checkpoint,
    format_mark,
    inbox,
    incoming,
    recorded_facts,
    recovery,
    segment,
)
from evalstore.store.log.batch import Batch
from evalstore.store.log.merkle import Frontier

# The format of a source that is a store; its events keep their times.
FORMAT = "store"


@dataclass(frozen=True, slots=True)
class Merged:
    """
    The events that were taken, the names of their inbox files, and those not yet folded there.

    ``own_count`` of them are evalstore's own decisions or records. They remain its own if
    ``distrust`` is empty (otherwise it is the reason why the store's newest checkpoint does not
    confirm them) and the same process folds them. ``missing_images`` are files of images that its
    events name and that it does not have.
    """

    event_count: int
    inbox_names: list[str]
    waiting_count: int
    own_count: int = 0
    distrust: str = ""
    missing_images: tuple[str, ...] = ()


def is_store(path: Path) -> bool:
    """
    Return True if a folder is a store, or an incomplete copy of one.

    Archives, caches and git omit empty folders, so the inbox may be missing.
    """
    layout = Layout(path)
    return path.is_dir() and (
        layout.exists()
        or any(layout.segments.glob("*-*.parquet"))
        or (path / format_mark.NAME).is_file()
    )


def accept_store(layout: Layout, other: Layout) -> Merged:
    """Accept every event of another store at once; raises as ``read_store`` does."""
    writer = inbox.InboxWriter(layout)
    try:
        merged = read_store(writer, other)
        writer.publish()
    finally:
        writer.discard()
    return merged


def read_store(writer: inbox.InboxWriter, other: Layout) -> Merged:
    """
    Write every event of another store under temporary names, with its id and time.

    Raises UnreadableInputError if a segment of it is invalid, and then withdraws the files.
    """
    layout = writer.layout
    layout.require()
    other.require_path()
    if layout.root.resolve() == other.root.resolve():
        raise UsageError(f"{other.root} is the store itself; name another one")
    format_mark.require_known(other.root)
    event_count = own_count = 0
    names: list[str] = []
    segments: list[tuple[int, str, str]] = []
    batch: Batch | None = None
    named: list[tuple[str, str]] = []
    connection = connect()
    try:
        for image in attachments.of_other(other):
            writer.images.add(image)
        incoming.define_macros(connection)
        tree = Frontier.empty()
        for path in segment.on_disk(other):
            batch = read_segment(connection, path, tree)
            tree = batch.tree
            source = f"store:{other.root.name}/{path.name}"
            name = writer.write(connection, {"source": source, "format": FORMAT})
            segments.append((tree.tree_size, path.name, segment.sha256_of(path).hex()))
            names.append(name)
            event_count += batch.event_count - batch.counts.get(recorded_facts.KIND, 0)
            named += connection.execute(sql_files.read("sql/append/named_images")).fetchall()
            [(count,)] = connection.execute(sql_files.read("sql/append/own_count")).fetchall()
            own_count += count
        waiting_count = inbox.waiting_count(connection, other) if other.inbox.is_dir() else 0
        distrust = _distrust(other, batch, segments)
    except StoreError as error:
        writer.withdraw(names)
        raise UnreadableInputError(f"{other.root} cannot be ingested: {error}") from error
    finally:
        connection.close()
    files = {file_name(*image) for image in named}
    missing = tuple(sorted(name for name in files if not writer.images.is_held(name)))
    return Merged(event_count, names, waiting_count, own_count, distrust, missing)


def read_segment(connection: duckdb.DuckDBPyConnection, path: Path, tree: Frontier) -> Batch:
    """
    Read the events of the segment that follows a tree into ``new_events`` and ``outgoing``.

    Raises CorruptStoreError if the segment is invalid.
    """
    batch = segment.read_footer(connection, path)
    recovery.require_next(path, batch, tree)
    segment.require_hashes(connection, path)
    segment.read(connection, path)
    recovery.require_root(path, batch, incoming.with_leaves(connection, tree, "new_events"))
    connection.execute(sql_files.read("sql/append/other_store/outgoing"), {"file": str(path)})
    return batch


def _distrust(
    other: Layout, newest_batch: Batch | None, segments: list[tuple[int, str, str]]
) -> str:
    """Return why the store's newest checkpoint does not confirm its segments, empty if it does."""
    tree = newest_batch.tree if newest_batch else Frontier.empty()
    sizes = checkpoint.sizes(other)
    if not sizes:
        return "it has no checkpoint"
    newest = other.checkpoints / f"{sizes[-1]}.json"
    try:
        kept = checkpoint.read(newest)
    except UnreadableInputError as error:
        return str(error)
    if (kept.tree_size, kept.root) != (tree.tree_size, tree.root.hex()):
        return (
            f"its newest checkpoint {newest.name} has root {kept.root[:16]} at {kept.tree_size} "
            f"events, but its segments have {tree.root.hex()[:16]} at {tree.tree_size}"
        )
    if newest_batch is not None and checkpoint.is_step_back(kept, newest_batch):
        return f"its newest checkpoint {newest.name} has no record_sha256"
    record_sha256 = checkpoint.chained(segments).get(tree.tree_size)
    if kept.record_sha256 not in (None, record_sha256):
        return f"its newest checkpoint {newest.name} was written for other segments"
    return ""
