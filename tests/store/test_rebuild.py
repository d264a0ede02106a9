"""From the segments alone the whole store comes back, as it is or as it was."""

import shutil

import pytest

from evalstore.errors import CorruptStoreError, StoreError, UsageError
from evalstore.metrics.catalog import catalog
from evalstore.store import connections
from evalstore.store.facts.rebuild import rebuild, rebuild_at
from evalstore.store.log import segment
from evalstore.store.verify.verify import verify

LAST = "000000000006-000000000007.parquet"


def metric_rows(warehouse):
    """Return the rows of every metric view, each as text in one order."""
    with connections.attached_for_reading(warehouse.layout) as connection:
        return {
            name: sorted(map(repr, connection.execute(f"from metrics.{name}").fetchall()))
            for name in catalog()
        }


def root_of(warehouse):
    return warehouse.column("select lower(hex(root)) from log.batches order by batch_id")[-1]


def log_of(warehouse):
    return warehouse.query("from log.events order by position")


def strip(layout, kept):
    """Leave only these folders of a store."""
    for path in layout.root.iterdir():
        if path.name not in kept:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def tree_of(root):
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*"))


@pytest.mark.thinned(3)
@pytest.mark.parametrize("content", [b"", b"not a database", bytes(50_000)])
def test_a_damaged_database_is_named_with_the_way_out(small, content):
    """A file that is no database stops readers and folds with a sentence, and rebuild cures it."""
    expected = log_of(small)
    small.layout.database.write_bytes(content)
    with pytest.raises(CorruptStoreError, match="evalstore rebuild"):
        small.query("from log.events")
    if content:
        with pytest.raises(CorruptStoreError, match="evalstore rebuild"):
            small.fold()
    rebuild(small.layout)

    assert expected == log_of(small)


@pytest.mark.sweep
def test_a_database_without_our_tables_is_named_with_the_way_out(small):
    """A database that lost a table stops the fold with a sentence, and rebuild cures it."""
    with small.stranger() as connection:
        connection.execute("drop table log.batches cascade")
    with pytest.raises(CorruptStoreError, match="evalstore rebuild"):
        small.fold()
    rebuild(small.layout)

    assert [] == verify(small.layout).findings


@pytest.mark.sweep
def test_rebuild_makes_the_same_store_again(small):
    """From the segments alone come the same root, rows, facts and metrics."""
    expected = (root_of(small), log_of(small), small.derived(), metric_rows(small))
    files = small.files()
    rebuilt = rebuild(small.layout)
    after = small.files()
    del files["evalstore.duckdb"], after["evalstore.duckdb"]

    assert expected == (root_of(small), log_of(small), small.derived(), metric_rows(small))
    assert (8, expected[0], 3) == (rebuilt.tree_size, rebuilt.root, rebuilt.segment_count)
    assert files == after


@pytest.mark.sweep
def test_rebuild_takes_nothing_from_the_old_database(small):
    """Facts somebody edited and a write-ahead log left behind do not come along."""
    expected = small.derived()
    with small.stranger() as connection:
        connection.execute("update facts.scored set is_right = true")
    small.layout.database.with_suffix(".duckdb.wal").write_bytes(b"left over")
    rebuild(small.layout)

    assert expected == small.derived()


def test_rebuild_refuses_altered_segments(small):
    """A segment that does not give its hashes is named, and the old database stays."""
    path = small.layout.segments / LAST
    with connections.connect() as connection:
        footer = segment.read_footer(connection, path).to_json()
        connection.execute(
            f"create table altered as select * replace (replace(payload, 'wrong', 'right') "
            f"as payload) from '{path}'"
        )
        connection.execute(
            f"copy altered to '{path}' (format parquet, kv_metadata {{evalstore: $footer}})",
            {"footer": footer},
        )
    before = small.files()
    with pytest.raises(CorruptStoreError, match=LAST):
        rebuild(small.layout)

    assert before == small.files()


@pytest.mark.sweep
def test_rebuild_refuses_to_forget(small):
    """Without the last segment, the checkpoint says that something is missing."""
    (small.layout.segments / LAST).unlink()
    before = small.files()
    with pytest.raises(CorruptStoreError, match=r"8\.json covers 8 events"):
        rebuild(small.layout)

    assert before == small.files()


@pytest.mark.thinned(2)
@pytest.mark.parametrize("kept", [("segments",), ("segments", "checkpoints")])
def test_segments_alone_are_a_store_again(small, kept):
    """Whatever else is gone, the same root, log and facts come back, and all of it verifies."""
    expected = (root_of(small), log_of(small), small.derived())
    checkpoints = [path.name for path in sorted(small.layout.checkpoints.iterdir())]
    strip(small.layout, kept)
    rebuilt = rebuild(small.layout)

    assert expected == (root_of(small), log_of(small), small.derived())
    assert expected[0] == rebuilt.root
    assert (() if "checkpoints" in kept else (3, 6, 8)) == rebuilt.rewritten_checkpoints
    assert checkpoints == [path.name for path in sorted(small.layout.checkpoints.iterdir())]
    assert [] == verify(small.layout).findings


def test_other_commands_name_the_way_out_of_segments_alone(small, tmp_path):
    """They change nothing in such a folder, and neither does a rebuild of an earlier size."""
    strip(small.layout, ("segments",))
    before = tree_of(small.layout.root)
    with pytest.raises(
        StoreError, match="only the segments of one; run `evalstore rebuild --store"
    ):
        small.fold()
    with pytest.raises(StoreError, match="only the segments of one"):
        rebuild_at(small.layout, 3, tmp_path / "then.duckdb")

    assert before == tree_of(small.layout.root)


def test_a_folder_that_looks_alike_is_left_alone(small):
    """A file of somebody else's among the segments, or none at all, and nothing is written."""
    strip(small.layout, ("segments",))
    segments = small.layout.segments
    with connections.connect() as connection:
        connection.execute(f"copy (select 1 as x) to '{segments / LAST}' (format parquet)")
    foreign = tree_of(small.layout.root)
    with pytest.raises(StoreError, match=f"no store in .*{LAST} cannot be read"):
        rebuild(small.layout)
    assert foreign == tree_of(small.layout.root)

    (segments / LAST).rename(segments / "table.parquet")
    renamed = tree_of(small.layout.root)
    with pytest.raises(StoreError, match=r"no store in .*table\.parquet is not named like"):
        rebuild(small.layout)
    assert renamed == tree_of(small.layout.root)

    for path in segments.iterdir():
        path.unlink()
    with pytest.raises(StoreError, match=r"no store in .*`evalstore init"):
        rebuild(small.layout)
    assert ["segments"] == tree_of(small.layout.root)


@pytest.fixture(scope="module")
def history(new_warehouse, lines):
    """A store of three folds, and what it held at each size."""
    warehouse = new_warehouse()
    states = {0: (log_of(warehouse), warehouse.derived())}
    for batch in (
        (lines.run_started(systems=["a"]), lines.case("c1"), lines.case("c2")),
        (lines.response("c1"), lines.verdict("right", "c1"), lines.response("c2")),
        (lines.response("c1", confidence=0.8), lines.verdict("wrong", "c2")),
    ):
        tree_size = warehouse.add(*batch).tree_size
        states[tree_size] = (log_of(warehouse), warehouse.derived())
    return warehouse, states


@pytest.mark.thinned(50)
@pytest.mark.parametrize("size", [6, 0, 3, 8])
def test_rebuild_at_gives_the_state_of_then(history, new_warehouse, tmp_path, size):
    """A database at an earlier size holds the rows and facts that it held then."""
    warehouse, states = history
    output = tmp_path / "then.duckdb"
    rebuilt = rebuild_at(warehouse.layout, size, output)
    then = new_warehouse()
    shutil.copy(output, then.layout.database)

    assert size == rebuilt.tree_size
    assert states[size] == (log_of(then), then.derived())


def test_rebuild_at_an_unknown_size_names_the_nearest(small, tmp_path):
    """The log stood only at the ends of its folds."""
    with pytest.raises(
        UsageError, match="never ended at 5 events; name one of its sizes, the nearest are 3, 6, 8"
    ):
        rebuild_at(small.layout, 5, tmp_path / "then.duckdb")


def test_rebuild_at_overwrites_nothing(small, tmp_path):
    """An output that exists, or whose folder does not, is refused before any work."""
    output = tmp_path / "then.duckdb"
    output.write_text("mine")
    with pytest.raises(UsageError, match="exists; name a new file"):
        rebuild_at(small.layout, 3, output)
    with pytest.raises(UsageError, match=r"the folder .* does not exist"):
        rebuild_at(small.layout, 3, tmp_path / "none" / "then.duckdb")

    assert "mine" == output.read_text()
