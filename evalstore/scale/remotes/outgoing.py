"""Segments of a store to be sent to a remote unchanged, with the facts of their runs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from evalstore.base import sql_files
from evalstore.plugins.image import MEDIA_TYPES, file_name
from evalstore.store.facts import facts_pack, schema
from evalstore.store.layout import Layout, link
from evalstore.store.log import attachments, segment
from evalstore.store.log.batch import Batch
from evalstore.store.log.log_entry import FactsPack
from evalstore.store.query.reader import Reader, reading
from evalstore.store.replica import partial
from evalstore.store.verify import segment_index, sending

# A reader of one run downloads a whole pack; a pack per run would mean many small files.
PACK_EVENTS_MAX = 500_000


@dataclass(frozen=True, slots=True)
class OutgoingSegment:
    """
    A segment with the images that its events name, and its fact packs.

    ``has_unmatched_retractions`` is True if it retracts events whose run is not known completely.
    """

    path: Path
    batch: Batch
    sha256: str
    images: list[str]
    packs: list[tuple[FactsPack, Path]] = field(default_factory=list)
    has_unmatched_retractions: bool = False


def outgoing(
    layout: Layout,
    first_position: int,
    folder: Path,
    images_of: Layout,
    *,
    is_computed_here: bool,
) -> list[OutgoingSegment]:
    """
    Return the segments from a position on, as links in ``folder``, which protects them from
    removal.

    The facts are those of the current log, so they go with the last segment. Segments folded in
    the meantime are left out. ``images_of`` is the store that contains the images. Raises
    CorruptStoreError if the definitions, log or facts are damaged; they are not compared if this
    process computed them (``is_computed_here``).
    """
    with reading(layout) as reader:
        if not is_computed_here:
            sending.require_from(reader, first_position)
        schema.define_macros(reader.connection)
        [size] = reader.rows("select coalesce(max(tree_size), 0) as tree_size from log.batches")
        images = _images(reader, images_of, first_position)
        segments_out = []
        for path in segment.on_disk(layout):
            batch = segment_index.footer(path) or segment.read_footer(reader.connection, path)
            if first_position < batch.tree_size <= int(str(size["tree_size"])):
                kept = folder / path.name
                link(path, kept)
                names = images.get(batch.batch_id, [])
                digest = segment.sha256_of(kept).hex()
                segments_out.append(OutgoingSegment(kept, batch, digest, names))
        if segments_out:
            segments_out[-1] = _with_facts(reader, segments_out[-1], first_position, folder)
    return segments_out


def _with_facts(
    reader: Reader, last: OutgoingSegment, first_position: int, folder: Path
) -> OutgoingSegment:
    """Return the last segment with the facts of all runs that changed from a position on."""
    parameters = {"first_position": first_position}
    reader.connection.execute(sql_files.read("sql/queries/changed_runs"), parameters)
    sizes = {
        str(row["run_id"]): int(str(row["event_count"]))
        for row in reader.rows(sql_files.read("sql/remote/run_sizes"))
    }
    replica = partial.of(reader.layout)
    incomplete = sizes.keys() & replica.incomplete_runs if replica else set()
    [unmatched] = reader.rows(sql_files.read("sql/remote/unmatched_retractions"), **parameters)
    whole = [(run_id, count) for run_id, count in sizes.items() if run_id not in incomplete]
    return replace(
        last,
        packs=[facts_pack.write(reader.connection, runs, folder) for runs in grouped(whole)],
        has_unmatched_retractions=bool(incomplete or unmatched["retraction_count"]),
    )


def _images(reader: Reader, layout: Layout, first_position: int) -> dict[int, list[str]]:
    """Return the image files that each batch names, without those that the store lacks."""
    by_batch: dict[int, list[str]] = {}
    held = set(attachments.names(layout))
    for row in reader.rows(sql_files.read("sql/remote/images"), first_position=first_position):
        if row["media_type"] in MEDIA_TYPES:
            name = file_name(str(row["sha256"]), str(row["media_type"]))
            if name in held:
                by_batch.setdefault(int(str(row["batch_id"])), []).append(name)
    return by_batch


def grouped(sizes: Iterable[tuple[str, int]]) -> Iterator[list[str]]:
    """
    Group runs, given with their event counts, up to the maximum size of a pack.

    >>> list(grouped([("a", 1), ("b", 600_000), ("c", 2)]))
    [['a'], ['b'], ['c']]
    """
    group: list[str] = []
    total = 0
    for run_id, event_count in sizes:
        if group and total + event_count > PACK_EVENTS_MAX:
            yield group
            group, total = [], 0
        group.append(run_id)
        total += event_count
    if group:
        yield group
