"""Verify finds every change, says where it is where that can be known, and never just agrees."""

import shutil

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.store import connections
from evalstore.store.log import checkpoint, incoming, segment
from evalstore.store.verify.verify import verify


def rewrite(path, select):
    """Write a segment again from a SELECT over its rows, its footer as it was."""
    with connections.connect() as connection:
        incoming.define_macros(connection)
        footer = segment.read_footer(connection, path).to_json()
        connection.execute(
            "create temp table old_rows as select * replace (event_id::uuid as event_id, "
            "supersedes::uuid as supersedes) from read_parquet($file)",
            {"file": str(path)},
        )
        connection.execute(
            "create temp table new_rows as select * replace (event_id::varchar as event_id, "
            f"supersedes::varchar as supersedes) from ({select})"
        )
        connection.execute(
            "copy new_rows to $file (format parquet, kv_metadata {evalstore: $footer})",
            {"file": str(path), "footer": footer},
        )


def forge(text):
    """Return a SELECT that changes position 4 and makes all its hashes fit again."""
    return f"""
        with changed as (
            from old_rows select * replace ('{text}' as payload) where position = 4
        ),
        hashed as (
            from changed select * replace (
                unhex(payload_hash(payload_salt, payload)) as payload_hash)
        ),
        named as (
            from hashed select * replace (event_id(
                kind, run_id, subject, schema_version, supersedes, lower(hex(payload_hash))
            ) as event_id)
        )
        from named select * replace (unhex(leaf_hash(
            event_id, kind, run_id, subject, revision, supersedes, schema_version, occurred_at,
            recorded_at, source, lower(hex(payload_hash)))) as leaf_hash)
        union all by name from old_rows where position <> 4 order by position
    """


TAKEN_OUT = "from old_rows select * replace (if(position = 4, null, payload) as payload)"
REWRITES = {
    "from old_rows select * replace (case position when 3 then 4 when 4 then 3 else position end "
    "as position)": 3,
    "from old_rows where position <> 4": 3,
    "from old_rows where position <> 5": 3,
    "from old_rows union all (from old_rows where position = 4)": 3,
    "from old_rows select * replace ('{}' as payload) where position >= 3": 3,
    TAKEN_OUT: 3,
    "from old_rows select * replace (if(position = 4, revision + 1, revision) as revision)": 4,
    "from old_rows select * replace (if(position = 4, 'x', source) as source)": 4,
    "from old_rows select * replace (if(position = 4, null, kind) as kind)": 4,
    "from old_rows select * replace (0 as batch_id)": 3,
    forge('{"outcome": "right"}'): 4,
}  # fmt: skip


def middle(warehouse):
    return warehouse.layout.segments / "000000000003-000000000005.parquet"


def positions(verified):
    return [found.position for found in verified.findings]


@pytest.fixture
def other(new_warehouse, lines):
    """Another store, of the same sizes."""
    other = new_warehouse()
    other.add(lines.run_started(suite="other"), lines.case("c1"), lines.case("c2"))
    return other


@pytest.mark.thinned(12)
@pytest.mark.parametrize("select", REWRITES, ids=range(len(REWRITES)))
def test_a_rewritten_segment_is_located(small, select):
    """Events swapped, taken out, doubled or changed in the record itself are found."""
    rewrite(middle(small), select)
    verified = verify(small.layout)

    assert not verified.holds
    assert REWRITES[select] in positions(verified)


@pytest.mark.thinned(4)
@pytest.mark.parametrize("select", REWRITES, ids=range(len(REWRITES)))
def test_a_rewritten_segment_is_found_without_the_database(small, select):
    """The segments alone are enough."""
    rewrite(middle(small), select)
    small.layout.database.unlink()
    for path in small.layout.checkpoints.glob("*.json"):
        path.unlink()
    verified = verify(small.layout)
    found = {found.what for found in verified.findings} - {"database", "checkpoint missing"}

    assert found
    # The leaf holds the hash of a payload: it may be taken out, where an event says so.
    assert (TAKEN_OUT == select) == (found == {"payload missing"})
    assert (TAKEN_OUT == select) == (verified.redacted_count == 1)


@pytest.mark.sweep
def test_a_missing_segment_is_found(small):
    """A segment that is gone is named, with its first position."""
    middle(small).unlink()
    verified = verify(small.layout)

    assert "segment missing" in [found.what for found in verified.findings]
    assert 3 in positions(verified)


@pytest.mark.sweep
def test_the_missing_last_segment_is_found(small):
    """The end of the log cannot be cut off unnoticed."""
    (small.layout.segments / "000000000006-000000000007.parquet").unlink()

    assert 6 in positions(verify(small.layout))


@pytest.mark.thinned(3)
@pytest.mark.parametrize("name", ["000000000003-000000000006.parquet", "3-5.parquet", "x.parquet"])
def test_a_renamed_segment_is_found(small, name):
    """A segment under another name is not where it belongs."""
    middle(small).rename(small.layout.segments / name)
    verified = verify(small.layout)

    assert "segment renamed" in [found.what for found in verified.findings]
    assert 3 in positions(verified)


@pytest.mark.sweep
def test_a_segment_that_is_there_twice_is_found(small):
    """A copy under another name is no second segment."""
    shutil.copy(middle(small), small.layout.segments / "000000000008-000000000010.parquet")
    verified = verify(small.layout)

    assert "segment renamed" in [found.what for found in verified.findings]
    assert 8 == verified.tree_size


@pytest.mark.sweep
def test_a_segment_of_another_store_is_found(small, other):
    """A whole segment that is valid somewhere else is not this store's."""
    name = "000000000000-000000000002.parquet"
    shutil.copy(other.layout.segments / name, small.layout.segments / name)

    assert 0 in positions(verify(small.layout))


@pytest.mark.sweep
def test_an_older_database_is_found(small, new_small, lines):
    """A database that was put back from a copy lacks events that the segments have."""
    older = small.layout.database.read_bytes()
    small.add(lines.case("c9"))
    small.layout.database.write_bytes(older)
    verified = verify(small.layout)

    assert 8 in positions(verified)
    assert "segment not recorded" in [found.what for found in verified.findings]


@pytest.mark.sweep
def test_the_database_of_another_store_is_found(small, other):
    """A database that is consistent in itself is not enough."""
    shutil.copy(other.layout.database, small.layout.database)

    assert 0 in positions(verify(small.layout))


def test_a_missing_database_is_found(small):
    """Segments without a database do not make a store that can be asked."""
    small.layout.database.unlink()
    verified = verify(small.layout)

    assert ["database"] == [found.what for found in verified.findings]
    assert 8 == verified.tree_size


@pytest.mark.sweep
def test_a_store_continues_its_own_checkpoints(small, tmp_path):
    """Every checkpoint a store ever wrote still fits."""
    for size in (3, 6, 8):
        kept = shutil.copy(small.layout.checkpoints / f"{size}.json", tmp_path)

        assert [] == verify(small.layout, tmp_path / kept).findings


def test_a_store_that_was_put_back_whole_is_found_by_a_checkpoint_kept_elsewhere(
    small, new_small, lines, tmp_path
):
    """All of it put back together holds by itself; only what was carried away tells."""
    longer = new_small()
    longer.add(lines.case("c9"))
    kept = shutil.copy(longer.layout.checkpoints / "9.json", tmp_path)
    verified = verify(small.layout, tmp_path / kept)

    assert [] == verify(small.layout).findings
    assert [("checkpoint", 8)] == [(found.what, found.position) for found in verified.findings]


def test_the_checkpoint_of_another_store_does_not_fit(small, other, tmp_path):
    """A checkpoint of the same size but another root belongs to another log."""
    kept = shutil.copy(other.layout.checkpoints / "3.json", tmp_path)

    assert not verify(small.layout, tmp_path / kept).holds


def test_a_checkpoint_of_another_store_in_the_folder_is_found(small, other):
    """A foreign file among the checkpoints is not passed over."""
    shutil.copy(other.layout.checkpoints / "3.json", small.layout.checkpoints / "3.json")

    assert not verify(small.layout).holds


def test_a_size_the_log_never_had_is_said(small, tmp_path):
    """A checkpoint between two folds cannot be this store's."""
    root = checkpoint.read(small.layout.checkpoints / "6.json").root
    kept = tmp_path / "5.json"
    kept.write_text(checkpoint.Checkpoint(5, root, {}).to_json())
    [found] = verify(small.layout, kept).findings

    assert "the log never ended there" in found.detail


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[]", b"null", b"\xff\xfe", b'{"evalstore_checkpoint": 1}', b"1"]
)
def test_what_is_no_checkpoint_is_refused_by_name(small, tmp_path, content):
    """A file of another kind is named with what was expected."""
    path = tmp_path / "notes.json"
    path.write_bytes(content)
    with pytest.raises(UnreadableInputError, match=r"notes\.json is not a checkpoint"):
        verify(small.layout, path)


def test_a_checkpoint_that_is_not_there_is_named(small, tmp_path):
    """A wrong path is no failed verification."""
    with pytest.raises(UnreadableInputError, match=r"checkpoint file .*none\.json does not exist"):
        verify(small.layout, tmp_path / "none.json")


def test_verifying_changes_nothing(small):
    """Looking leaves every byte as it was."""
    before = small.files()
    verify(small.layout)

    assert before == small.files()


def test_a_store_with_a_write_ahead_log_holds(small):
    """What a crash left in the write-ahead log is read like the rest."""
    with connections.connect() as connection:
        connection.execute("set checkpoint_threshold = '1TB'")
        connection.execute(f"attach '{small.layout.database}' as d (type duckdb)")
        connection.execute("create table d.main.scratch as select 1 as answer")
        connection.execute("drop table d.main.scratch")
        wal = small.layout.database.with_suffix(".duckdb.wal")
        content = wal.read_bytes() if wal.exists() else b""
        database = small.layout.database.read_bytes()
        connection.execute("detach d")
    small.layout.database.write_bytes(database)
    wal.write_bytes(content)

    assert b"" != content
    assert [] == verify(small.layout).findings


def test_empty_stores_hold(new_warehouse, tmp_path):
    """A store before its first fold, and one that folded nothing, hold."""
    fresh = type(new_warehouse())(tmp_path / "fresh")

    assert [] == verify(fresh.layout).findings
    assert [] == verify(new_warehouse().layout).findings


def test_waiting_events_are_no_finding(small, lines):
    """What is accepted and not folded yet is no part of the log."""
    small.accept(lines.case("c9"))

    assert [] == verify(small.layout).findings


def test_a_reader_is_no_hindrance(small):
    """A store can be verified while somebody reads it."""
    with connections.attached_for_reading(small.layout):
        verified = verify(small.layout)

    assert [] == verified.findings
