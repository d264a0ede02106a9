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
    recovery,
    segment,
)
from evalstore.store.log.batch import Batch
from evalstore.store.log.merkle import Frontier

# That of what came from a store, with the times it has there.
FORMAT = "store"


@dataclass(frozen=True, slots=True)
class Merged:
    """
    What was taken: how many events, in which inbox files, and how many wait over there.

    ``own_count`` are those that evalstore itself decided or recorded there. They stay its own
    where ``distrust``, which says why the store's newest checkpoint does not vouch for them, is
    empty, and the process that took them folds them too. ``missing_images`` are files of images
    that its events name and that it does not hold.
    """

    event_count: int
    inbox_names: list[str]
    waiting_count: int
    own_count: int = 0
    distrust: str = ""
    missing_images: tuple[str, ...] = ()


def is_store(path: Path) -> bool:
    """
    Say whether a folder is a store, or what was carried of one.

    Archives, caches and git leave empty folders out, so the inbox may be missing.
    """
    layout = Layout(path)
    return path.is_dir() and (
        layout.exists()
        or any(layout.segments.glob("*-*.parquet"))
        or (path / format_mark.NAME).is_file()
    )


def accept_store(layout: Layout, other: Layout) -> Merged:
    """Accept every event of another store at once; errors as ``read_store``."""
    writer = inbox.InboxWriter(layout)
    try:
        merged = read_store(writer, other)
        writer.publish()
    finally:
        writer.discard()
    return merged


def read_store(writer: inbox.InboxWriter, other: Layout) -> Merged:
    """
    Write every event of another store under temporary names; ids and times stay.

    Raises UnreadableInputError where a segment there does not hold, and then leaves nothing.
    """
    layout = writer.layout
    layout.require()
    other.require_path()
    if layout.root.resolve() == other.root.resolve():
        raise UsageError(f"{other.root} is this very store; name another one")
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
            event_count += batch.event_count
            named += connection.execute(sql_files.read("sql/append/named_images")).fetchall()
            [(count,)] = connection.execute(sql_files.read("sql/append/own_count")).fetchall()
            own_count += count
        waiting_count = inbox.waiting_count(connection, other) if other.inbox.is_dir() else 0
        distrust = _distrust(other, batch, segments)
    except StoreError as error:
        writer.withdraw(names)
        raise UnreadableInputError(f"{other.root} cannot be taken over: {error}") from error
    finally:
        connection.close()
    files = {file_name(*image) for image in named}
    missing = tuple(sorted(name for name in files if not writer.images.is_held(name)))
    return Merged(event_count, names, waiting_count, own_count, distrust, missing)


def read_segment(connection: duckdb.DuckDBPyConnection, path: Path, tree: Frontier) -> Batch:
    """
    Read the events of a segment behind a tree into ``new_events`` and ``outgoing``.

    Raises CorruptStoreError where the segment does not hold.
    """
    batch = segment.read_footer(connection, path)
    recovery.require_next(path, batch, tree)
    segment.require_hashes(connection, path)
    segment.read(connection, path)
    recovery.require_root(path, batch, incoming.with_leaves(connection, tree, "new_events"))
    connection.execute(sql_files.read("sql/append/other_store"), {"file": str(path)})
    return batch


def _distrust(
    other: Layout, newest_batch: Batch | None, segments: list[tuple[int, str, str]]
) -> str:
    """Say why the store's newest checkpoint does not vouch for what was read; empty if it does."""
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
            f"events, its segments give {tree.root.hex()[:16]} at {tree.tree_size}"
        )
    if newest_batch is not None and checkpoint.is_step_back(kept, newest_batch):
        return f"its newest checkpoint {newest.name} has no record_sha256"
    record_sha256 = checkpoint.chained(segments).get(tree.tree_size)
    if kept.record_sha256 not in (None, record_sha256):
        return f"its newest checkpoint {newest.name} was written of other segments"
    return ""
