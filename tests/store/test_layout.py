"""A store is a folder with a few known places in it."""

import os
from pathlib import Path

import pytest

import evalstore
from evalstore.errors import StoreError, UsageError
from evalstore.store.layout import Layout, publish


def test_a_new_store_has_its_folders(tmp_path):
    """Making a store makes its folders and the lock, and it exists from then on."""
    layout = Layout(tmp_path / "deep" / "store")
    before = layout.exists()
    layout.create()

    assert not before
    assert layout.exists()
    assert ["FORMAT", "LOCK", "checkpoints", "inbox", "segments"] == sorted(
        path.name for path in layout.root.iterdir()
    )


def test_making_a_store_again_keeps_what_is_there(small):
    """A second init changes nothing."""
    before = small.files()
    small.layout.create()

    assert before == small.files()


def test_a_missing_store_is_named_with_the_way_out(tmp_path):
    """Who names a wrong folder reads how a store is made."""
    with pytest.raises(
        StoreError, match=r"no store in .*here; run `evalstore init --store .*here`"
    ):
        Layout(tmp_path / "here").require()


@pytest.mark.parametrize("name", ["back\\slash", "a?b", "a*b", "[ab]"])
def test_a_path_that_duckdb_reads_as_another_is_refused_by_name(tmp_path, monkeypatch, name):
    """A new store and one that is there alike; from inside, if only the name is a pattern."""
    (tmp_path / name).mkdir()
    layout = Layout(tmp_path / name / "warehouse")

    for opened in (layout.create, layout.require):
        with pytest.raises(UsageError, match="which DuckDB reads as a pattern"):
            opened()
    assert [] == list((tmp_path / name).iterdir())
    monkeypatch.chdir(tmp_path / name)
    if name[0] == "[" or "*" in name:
        Layout(Path("warehouse")).create()
        return
    with pytest.raises(UsageError):
        Layout(Path("warehouse")).create()


def test_a_place_that_cannot_hold_a_store_is_named(tmp_path):
    """A file where the folder should be is said, with the reason."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot create a store in .*file: .*--store"):
        Layout(tmp_path / "file").create()


def test_publishing_replaces_at_once(tmp_path):
    """The final name holds the new bytes, the temporary one is gone."""
    temporary, final = tmp_path / "a.tmp", tmp_path / "a"
    final.write_text("old")
    temporary.write_text("new")
    publish(temporary, final)

    assert ["a"] == [path.name for path in tmp_path.iterdir()]
    assert "new" == final.read_text()


def test_publishing_is_durable_in_order(tmp_path, monkeypatch):
    """The bytes are on disk before the file has its name, and the name before `publish` ends."""
    temporary, final = tmp_path / "a.tmp", tmp_path / "a"
    temporary.write_text("new")
    file_number, folder_number = temporary.stat().st_ino, tmp_path.stat().st_ino
    steps = []
    fsync, rename = os.fsync, os.rename

    def recorded_fsync(descriptor):
        steps.append(("fsync", os.fstat(descriptor).st_ino))
        fsync(descriptor)

    def recorded_rename(source, target, **options):
        steps.append(("rename", Path(source).name, Path(target).name))
        rename(source, target, **options)

    monkeypatch.setattr(os, "fsync", recorded_fsync)
    monkeypatch.setattr(os, "rename", recorded_rename)
    monkeypatch.setattr(os, "replace", recorded_rename)
    publish(temporary, final)

    assert [("fsync", file_number), ("rename", "a.tmp", "a"), ("fsync", folder_number)] == steps


@pytest.mark.thinned(5)
@pytest.mark.parametrize(
    "name", ['it\'s a "läufe";b--c', "it's a store", "läufe", "a;b--c", 'with "quotes"']
)
def test_any_folder_name_will_do(new_warehouse, lines, tmp_path, name):
    """A quote, a space or a semicolon in a path is a character like others."""
    warehouse = type(new_warehouse())(tmp_path / name)
    folded = warehouse.add(lines.case())

    assert 1 == folded.tree_size
    assert [1] == warehouse.column("select count(*) from facts.cases")
    assert Path(tmp_path / name) == warehouse.layout.root


def test_python_opens_no_store_that_is_not_there(tmp_path):
    """A misspelt path is refused and leaves nothing behind; ``create`` makes a store."""
    path = tmp_path / "warehose"

    with pytest.raises(StoreError, match=r"no store in .*warehose.*create=True"):
        evalstore.open(path)

    assert not path.exists()
    assert evalstore.open(path, create=True).runs().pl().is_empty()
    assert evalstore.open(path).runs().pl().is_empty()
