"""Only a store in which a fold has nothing to do is read without one."""

import shutil

import pytest

from evalstore.errors import StoreError
from evalstore.harnesses.recording import reading_folded
from evalstore.store.log import checkpoint
from evalstore.store.query.reader import reading
from evalstore.store.verify.needs_fold import needs_fold

REMOTE_PLAN = '{"kind": "evalstore_replace", "segments": [], "is_partial": false}'


def in_database(statement):
    def change(store, _lines):
        with store.stranger() as connection:
            connection.execute(statement)

    return change


def waiting_event(store, lines):
    store.accept(lines.case("c9"))


def left_over(folder):
    def change(store, _lines):
        path = getattr(store.layout, folder)
        path.mkdir(exist_ok=True)
        (path / "a.tmp").write_text("")

    return change


def older_database(store, lines):
    before = store.layout.database.read_bytes()
    store.add(lines.case("c9"))
    store.layout.database.write_bytes(before)


def lost_segment(store, _lines):
    next(iter(store.layout.segments.glob("*.parquet"))).unlink()


def strange_segment(store, _lines):
    shutil.copy(
        next(iter(store.layout.segments.glob("*.parquet"))), store.layout.segments / "a.parquet"
    )


def lost_checkpoint(store, _lines):
    (store.layout.checkpoints / "8.json").unlink()


def lost_checkpoint_in_between(store, _lines):
    (store.layout.checkpoints / f"{checkpoint.sizes(store.layout)[0]}.json").unlink()


def longer_checkpoint(store, _lines):
    shutil.copy(store.layout.checkpoints / "8.json", store.layout.checkpoints / "9.json")


def planned_replacement(store, _lines):
    store.layout.remote.mkdir(exist_ok=True)
    (store.layout.remote / "replace.json").write_text(REMOTE_PLAN)


CHANGES = {
    "an event waits": waiting_event,
    "a file is left in the inbox": left_over("inbox"),
    "a segment was not finished": left_over("segments"),
    "a checkpoint was not finished": left_over("checkpoints"),
    "an image was not finished": left_over("attachments"),
    "the database lacks a segment": older_database,
    "a segment is lost": lost_segment,
    "a segment is strange": strange_segment,
    "the last checkpoint is lost": lost_checkpoint,
    "the first checkpoint is lost": lost_checkpoint_in_between,
    "events are lost": longer_checkpoint,
    "a pull was interrupted": planned_replacement,
    "views are of another version": in_database("update log.fingerprint set views_sha256 = ''"),
    "tables are of another version": in_database("update log.fingerprint set tables_sha256 = ''"),
    "comments are of another version": in_database(
        "update log.fingerprint set comments_sha256 = ''"
    ),
    "a macro was added": in_database("create macro facts.max(x) as 1"),
    "a type was added": in_database("create type facts.kind as enum ('a')"),
}


@pytest.fixture
def folded(small):
    """The small store after one more fold, which writes the comments."""
    small.fold()
    return small


def test_a_folded_store_needs_no_fold(folded):
    """After a fold, a second one would find nothing to do."""
    with reading(folded.layout) as reader:
        assert not needs_fold(reader)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("name", CHANGES)
def test_a_store_with_work_for_a_fold_needs_one(folded, lines, name):
    """Each state that a fold adds, recovers, updates or refuses is noticed before it."""
    CHANGES[name](folded, lines)
    with reading(folded.layout) as reader:
        assert needs_fold(reader)
        assert needs_fold(reader, is_checked=True)


def test_what_waits_is_read(folded, lines):
    """A command that reads after a fold sees the events that waited."""
    folded.accept(lines.case("c9"))
    with reading_folded(folded.layout, "the test") as (reader, rewritten):
        rows = reader.rows("select case_id from facts.cases where case_id = 'c9'")

    assert ([{"case_id": "c9"}], []) == (rows, rewritten)


def test_a_lost_checkpoint_is_written_and_reported(folded):
    """A command learns of the checkpoints that the fold before it wrote again."""
    (folded.layout.checkpoints / "8.json").unlink()
    with reading_folded(folded.layout, "the test") as (_, rewritten):
        assert [8] == rewritten


def test_what_a_fold_refuses_stops_the_command(folded, lines):
    """The error of the fold is raised, as if the store had not been opened before it."""
    longer_checkpoint(folded, lines)
    with (
        pytest.raises(StoreError, match="covers 9 events, but segments and database end at 8"),
        reading_folded(folded.layout, "the test"),
    ):
        pass
