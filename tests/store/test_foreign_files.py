"""Files of a store that somebody put links, pipes or brackets in the place of."""

import os

import pytest

from evalstore.errors import CorruptStoreError, StoreError
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.layout import Layout
from evalstore.store.verify.verify import verify


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


OWN = ("segments", "checkpoints", "inbox", "evalstore.duckdb")


def test_a_store_is_followed_where_links_lead(small, lines, tmp_path):
    """The store and each of its parts may be a link: it verifies, folds and rebuilds as before."""
    root = verify(small.layout).root
    for name in OWN:
        (small.layout.root / name).rename(tmp_path / name)
        (small.layout.root / name).symlink_to(tmp_path / name)
    (tmp_path / "store").symlink_to(small.layout.root)
    linked = Layout(tmp_path / "store")

    assert ([], root) == ((found := verify(linked)).findings, found.root)
    small.add(lines.case("c7"))
    rebuild(linked)
    assert [] == verify(linked).findings
    assert (tmp_path / "checkpoints" / "9.json").exists()


@pytest.fixture(scope="module")
def other(new_small, lines):
    """Another store, which nobody may change."""
    other = new_small()
    other.add(lines.case("c7"), lines.case("c8"))
    return other


@pytest.mark.thinned(3)
@pytest.mark.parametrize("name", ["segments", "checkpoints", "evalstore.duckdb"])
def test_a_link_to_a_part_of_another_store_is_found(small, other, name):
    """What lies there is compared as if it lay in the store: what is not its own is a finding."""
    place = small.layout.root / name
    place.rename(small.layout.root / "own")
    place.symlink_to(other.layout.root / name)

    assert [] != verify(small.layout).findings
