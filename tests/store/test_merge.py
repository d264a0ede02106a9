"""A store takes in another one: ids and times stay, positions are new, damage is refused."""

import shutil

import pytest

from evalstore.errors import UnreadableInputError, UsageError
from evalstore.harnesses.append import record_own
from evalstore.store import connections
from evalstore.store.log import inbox, incoming, segment
from evalstore.store.log.merge import accept_store, is_store
from evalstore.store.verify.verify import verify

LAST = "000000000006-000000000007.parquet"


def counted(folded):
    return (folded.counts.new, folded.counts.revised, folded.counts.duplicate)


@pytest.fixture
def here(new_warehouse, lines):
    """A store with a case of its own, and one that the other has too."""
    here = new_warehouse()
    here.add(lines.case("c2"), lines.case("mine"))
    return here


def test_ids_and_times_stay(here, small):
    """Every event of the other store is here with the id, times and source it has there."""
    columns = "event_id, kind, run_id, subject, occurred_at, recorded_at, source, payload"
    sql = f"select {columns} from log.events where subject <> 'c2' order by event_id"
    expected = small.query(sql)
    merged = accept_store(here.layout, small.layout)
    here.fold()

    assert (8, 0, 3) == (merged.event_count, merged.waiting_count, len(merged.inbox_names))
    assert expected == [row for row in here.query(sql) if row["subject"] != "mine"]


@pytest.mark.sweep
def test_what_both_have_is_there_once(here, small):
    """The first seen stays; taking the same store over again changes nothing."""
    accept_store(here.layout, small.layout)
    first = counted(here.fold())
    before = here.derived()
    accept_store(here.layout, small.layout)

    assert (6, 1, 1) == first
    assert (0, 0, 8) == counted(here.fold())
    assert before == here.derived()
    assert [] == verify(here.layout).findings


@pytest.mark.sweep
def test_an_empty_store_becomes_the_same(new_warehouse, small):
    """Facts of a store that took another one over are those of that one."""
    copy = new_warehouse()
    accept_store(copy.layout, small.layout)
    copy.fold()

    assert small.derived() == copy.derived()


@pytest.mark.sweep
def test_what_was_carried_of_a_store_is_one(new_warehouse, small):
    """Archives and git keep no empty folders: segments and checkpoints alone are taken over."""
    carried = new_warehouse().layout
    for name in ("segments", "checkpoints"):
        for path in (small.layout.root / name).iterdir():
            shutil.copy(path, carried.root / name)
    carried.inbox.rmdir()
    here = new_warehouse()

    assert is_store(carried.root)
    merged = accept_store(here.layout, carried)
    here.fold()
    assert (8, 0, "") == (merged.event_count, merged.waiting_count, merged.distrust)
    assert small.derived() == here.derived()


@pytest.mark.sweep
def test_two_stores_that_take_each_other_over_agree(here, small):
    """Whoever takes over whom, both have the same events."""
    sql = "select event_id from log.events order by event_id"
    accept_store(here.layout, small.layout)
    accept_store(small.layout, here.layout)
    here.fold()
    small.fold()

    assert here.column(sql) == small.column(sql)


@pytest.mark.sweep
def test_salted_events_keep_their_ids(new_warehouse, lines):
    """A salt travels with its payload, so the hash stays."""
    there, here = new_warehouse(), new_warehouse()
    there.add(lines.case() | {"payload_salt": bytes(range(16))})
    accept_store(here.layout, there.layout)
    here.fold()
    sql = "select event_id, payload_salt, payload_hash from log.events"

    assert there.query(sql) == here.query(sql)


@pytest.mark.sweep
def test_a_redacted_event_keeps_its_id(new_warehouse, lines):
    """A payload that was taken out over there is no payload here, and its hash holds."""
    there, here = new_warehouse(), new_warehouse()
    there.add(lines.case())
    event_id = there.event_id("case_generated")
    [path] = segment.on_disk(there.layout)
    with connections.connect() as connection:
        footer = segment.read_footer(connection, path).to_json()
        connection.execute(
            f"create table t as select * replace (null::varchar as payload) from '{path}'"
        )
        connection.execute(
            f"copy t to '{path}' (format parquet, kv_metadata {{evalstore: $footer}})",
            {"footer": footer},
        )
    accept_store(here.layout, there.layout)
    here.fold()
    [unexplained] = verify(here.layout).findings
    payload = {"event_id": str(event_id), "reason": "a name"}
    here.add(lines.line("redacted", payload))
    assert [unexplained] == verify(here.layout).findings
    event = {"kind": "redacted", "run_id": "r1", "payload": {**payload, "reason": "own"}}
    record_own(here.layout, [event], command="redact")
    verified = verify(here.layout)

    assert event_id == here.event_id("case_generated")
    assert ("payload missing", 0) == (unexplained.what, unexplained.position)
    assert ([], 1) == (verified.findings, verified.redacted_count)


def test_what_waits_over_there_is_counted(here, small, lines):
    """Events in the other inbox are not taken; who asks is told how many there are."""
    small.accept(lines.case("c8"), lines.case("c9"))

    assert 2 == accept_store(here.layout, small.layout).waiting_count
    assert 2 == len(small.query("from log.events where kind = 'case_generated'"))


# A payload, a time and a leaf that were rewritten; only the last gives every hash it carries.
REWRITTEN = {
    "payload": "'{}'::varchar as payload",
    "time": "recorded_at + interval 1 second as recorded_at",
    "leaf": "unhex(leaf_hash(event_id::uuid, kind, run_id, subject, revision, supersedes::uuid, "
    "schema_version, occurred_at, recorded_at, 'forged', lower(hex(payload_hash)))) as leaf_hash, "
    "'forged' as source",
}


@pytest.mark.thinned(3)
@pytest.mark.parametrize("damage", ["missing", "cut", "rows", *REWRITTEN])
def test_a_damaged_store_is_refused_whole(here, small, damage):
    """Where one segment over there does not hold, nothing of that store is accepted."""
    path = small.layout.segments / LAST
    if damage == "missing":
        (small.layout.segments / "000000000003-000000000005.parquet").unlink()
    elif damage == "cut":
        path.write_bytes(path.read_bytes()[:-100])
    else:
        with connections.connect() as connection:
            incoming.define_macros(connection)
            footer = segment.read_footer(connection, path).to_json()
            connection.execute(
                f"create table t as from '{path}' where position > 6"
                if damage == "rows"
                else f"create table t as select * replace ({REWRITTEN[damage]}) from '{path}'"
            )
            connection.execute(
                f"copy t to '{path}' (format parquet, kv_metadata {{evalstore: $footer}})",
                {"footer": footer},
            )
    with pytest.raises(UnreadableInputError, match=f"cannot be ingested.*{LAST}"):
        accept_store(here.layout, small.layout)

    assert [] == inbox.names(here.layout)
    assert [] == list(here.layout.inbox.iterdir())


def test_a_store_is_not_taken_into_itself(small):
    """A store named twice is a mistake."""
    with pytest.raises(UsageError, match="is the store itself"):
        accept_store(small.layout, small.layout)


def test_a_store_is_known_by_its_folders(small, tmp_path):
    """A folder without inbox and segments is no store, a file neither."""
    assert is_store(small.layout.root)
    assert not is_store(tmp_path)
    assert not is_store(small.layout.database)
