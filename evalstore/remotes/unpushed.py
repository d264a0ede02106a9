"""Events of a store's own log that lie behind what a remote has of it."""

from evalstore.errors import CorruptStoreError, UnreadableInputError
from evalstore.store import checkpoint, incoming, merge, partial, segment, segment_index
from evalstore.store.batch import Batch
from evalstore.store.connections import connect
from evalstore.store.inbox import InboxWriter
from evalstore.store.layout import Layout
from evalstore.store.log_entry import LogEntry
from evalstore.store.merkle import Frontier


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


def take(layout: Layout, found: list[Batch], base: int, writer: InboxWriter) -> list[str]:
    """
    Write the events behind ``base``, where a batch ends, for an inbox, under temporary names.

    Return the names of those files whose decisions are evalstore's own: the store's checkpoint
    vouches for the segment. Raises CorruptStoreError where a segment does not hold.
    """
    own_names = []
    tree = next((batch.tree for batch in found if batch.tree_size == base), Frontier.empty())
    with connect() as connection:
        incoming.define_macros(connection)
        for batch in found:
            if batch.first_position < base:
                continue
            path = layout.segments / batch.segment
            source = f"store:{layout.root.resolve().name}/{path.name}"
            _, name = merge.take_segment(connection, writer, path, tree, source)
            tree = batch.tree
            if _is_vouched_for(layout, batch):
                own_names.append(name)
    return own_names


def _is_vouched_for(layout: Layout, batch: Batch) -> bool:
    """Say whether the store's checkpoint names the bytes and the root of a segment."""
    try:
        kept = checkpoint.read(layout.checkpoints / f"{batch.tree_size}.json")
        digest = segment.sha256_of(layout.segments / batch.segment).hex()
    except (UnreadableInputError, CorruptStoreError):
        return False
    return kept.root == batch.root and kept.segments == {batch.segment: digest}
