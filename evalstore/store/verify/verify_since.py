"""Leave out of a verification what a checkpoint covers, where its segments are unchanged."""

from pathlib import Path

from evalstore.errors import CorruptStoreError
from evalstore.store.connections import connect
from evalstore.store.log import checkpoint, segment
from evalstore.store.log.checkpoint import Checkpoint
from evalstore.store.replica.partial import Partial
from evalstore.store.verify.finding import SegmentFile, SegmentRecord


def take_unchanged(
    kept: Checkpoint,
    paths: list[Path],
    replica: Partial | None,
    record: SegmentRecord,
) -> None:
    """
    Take the segments up to a checkpoint into ``record``, where their bytes give its hash.

    Where they do not, nothing is taken, so that all of them are read; likewise of a partial
    replica, and of a checkpoint by an earlier evalstore, which has no such hash.
    """
    if kept.record_sha256 is None or replica is not None:
        return
    covered = []
    with connect() as connection:
        for path in paths:
            try:
                batch = segment.read_footer(connection, path)
            except CorruptStoreError:
                break
            if batch.tree_size > kept.tree_size or batch.segment != path.name:
                break
            covered.append(SegmentFile(path, batch, segment.sha256_of(path)))
    chain = checkpoint.chained(
        (part.batch.tree_size, part.path.name, part.digest.hex()) for part in covered
    )
    if chain.get(kept.tree_size) != kept.record_sha256:
        return
    record.segments += covered
    record.unchanged = {part.path for part in covered}
    record.first_position = kept.tree_size
    record.roots |= {part.batch.tree_size: part.batch.root for part in covered}
    record.tree = covered[-1].batch.tree
