"""Checkpoints say how long the log was; the store keeps them, and is held to them."""

import shutil

import pytest

from evalstore.errors import CorruptStoreError
from evalstore.store import checkpoint, door, segment


@pytest.mark.parametrize("sizes", [(8,), (3,), (3, 6, 8)])
def test_missing_checkpoints_are_written_again(small, sizes):
    """A checkpoint that is not there is made from the batch, byte for byte."""
    before = small.files()
    for size in sizes:
        (small.layout.checkpoints / f"{size}.json").unlink()
    small.fold()

    assert before == small.files()


def test_a_checkpoint_longer_than_the_log_stops_the_fold(small, new_small, lines):
    """Segments and database that were put back together are caught by the newer checkpoint."""
    longer = new_small()
    longer.add(lines.case("c9"))
    shutil.copy(longer.layout.checkpoints / "9.json", small.layout.checkpoints)
    with pytest.raises(CorruptStoreError, match=r"9\.json says the log had 9 events.* end at 8"):
        small.fold()


def test_checkpoints_are_written_last(small, lines, monkeypatch):
    """A checkpoint never speaks of events that are not in segment and database."""
    seen = []
    real = checkpoint.write

    def watched(layout, kept):
        with door.connect() as connection:
            footer = segment.read_footer(connection, segment.on_disk(layout)[-1])
        seen.append((kept.tree_size, footer.tree_size))
        return real(layout, kept)

    monkeypatch.setattr(checkpoint, "write", watched)
    small.add(lines.case("c9"))

    assert [(9, 9)] == seen


def test_a_checkpoint_is_read_as_it_was_written(small):
    """Size, root and segment digest come back, and every size of the log is listed."""
    kept = checkpoint.read(small.layout.checkpoints / "6.json")
    [(root, digest)] = [tuple(row.values()) for row in small.query(
        "select lower(hex(root)), lower(hex(segment_sha256)) from log.batches where tree_size = 6"
    )]  # fmt: skip

    assert checkpoint.Checkpoint(6, root, {"000000000003-000000000005.parquet": digest}) == kept
    assert [3, 6, 8] == checkpoint.sizes(small.layout)
