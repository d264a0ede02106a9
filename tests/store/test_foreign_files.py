"""Files of a store that somebody put links, pipes or brackets in the place of."""

import os

import pytest

from evalstore.errors import CorruptStoreError, StoreError
from evalstore.store.verify import verify


def test_a_lock_that_is_a_link_empties_no_other_file(small, tmp_path):
    """LOCK is written by whoever holds the store, and never through a link."""
    kept = tmp_path / "kept.json"
    kept.write_text("kept", encoding="utf-8")
    small.layout.lock.unlink()
    small.layout.lock.symlink_to(kept)

    with pytest.raises(StoreError, match="cannot open"):
        verify(small.layout)
    assert "kept" == kept.read_text(encoding="utf-8")


def test_a_database_that_is_a_pipe_is_not_waited_for(small):
    """It is named, and can be made again."""
    small.layout.database.unlink()
    os.mkfifo(small.layout.database)

    with pytest.raises(CorruptStoreError, match="it is a named pipe"):
        small.column("select 1")


@pytest.mark.parametrize("text", ["[" * 200_000, '{"evalstore_format": []}'])
def test_a_mark_that_is_none_is_named(small, text):
    """No text of the mark is an unexpected error."""
    (small.layout.root / "FORMAT").write_text(text, encoding="utf-8")

    with pytest.raises(CorruptStoreError, match="expected the format of the store"):
        verify(small.layout)
