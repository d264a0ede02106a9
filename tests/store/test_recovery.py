"""Whatever a crash leaves, the next fold finishes or discards it, and says what it cannot."""

import shutil

import duckdb
import pytest

from evalstore.base import sql_files
from evalstore.errors import CorruptStoreError
from evalstore.store.facts import schema
from evalstore.store.log import recovery
from evalstore.store.verify.verify import verify

LAST = "000000000006-000000000007.parquet"


class Crash(BaseException):
    """Ends a fold at one place, as a killed process would."""


def root_of(warehouse):
    return warehouse.column("select lower(hex(root)) from log.batches order by batch_id")[-1]


def log_of(warehouse):
    return warehouse.query("from log.events order by position")


def crash(monkeypatch, where):
    def crashed(*_, **__):
        raise Crash

    monkeypatch.setattr(where, crashed)


# The steps of a fold in their order; the process dies in place of doing the step.
CRASHES = {
    "before the segment is written": "evalstore.store.log.segment.write",
    "before the facts are computed": "evalstore.store.log.recovery.compute_facts",
    "before the segment has its name": "evalstore.store.log.fold.publish",
    "before the database has it": "evalstore.store.log.recovery.record",
    "before the checkpoint": "evalstore.store.log.checkpoint.write",
    "before the inbox is emptied": "evalstore.store.log.fold.sync_folder",
}


@pytest.mark.thinned(6)
@pytest.mark.parametrize("moment", CRASHES)
def test_a_fold_that_died_is_finished_by_the_next(small, new_small, lines, monkeypatch, moment):
    """Wherever a fold dies, the next leaves every event once, and the same facts."""
    untouched = new_small()
    new = [lines.case("c9"), lines.response("c9"), lines.verdict("right", "c9")]
    untouched.add(*new)
    small.accept(*new)
    with monkeypatch.context() as patch:
        crash(patch, CRASHES[moment])
        with pytest.raises(Crash):
            small.fold()
    folded = small.fold()

    assert 11 == folded.tree_size
    assert [row["payload"] for row in log_of(untouched)] == [
        row["payload"] for row in log_of(small)
    ]
    assert untouched.derived() == small.derived()
    assert [] == verify(small.layout).findings
    assert [] == list(small.layout.inbox.iterdir())


@pytest.mark.thinned(6)
@pytest.mark.parametrize("moment", CRASHES)
def test_a_dead_fold_leaves_a_store_that_can_be_read(small, lines, monkeypatch, moment):
    """Between crash and recovery readers see the log before or after the fold, never a part."""
    small.accept(lines.case("c9"), lines.response("c9"))
    with monkeypatch.context() as patch:
        crash(patch, CRASHES[moment])
        with pytest.raises(Crash):
            small.fold()
    counts = small.query(
        "select count(*) as events, (select max(tree_size) from log.batches) as recorded, "
        "(select count(*) from facts.cases) as cases from log.events"
    )

    assert counts in (
        [{"events": 8, "recorded": 8, "cases": 2}],
        [{"events": 10, "recorded": 10, "cases": 3}],
    )


@pytest.mark.sweep
def test_a_segment_the_database_lacks_is_loaded(small, new_small, lines):
    """A segment counts from its rename on: a database from before takes it in."""
    before = small.layout.database.read_bytes()
    judged = small.event_id("verdict_recorded", subject="c2/a/1/factual")
    small.add(lines.case("c9"), lines.retracted(judged))
    expected = (root_of(small), log_of(small), small.derived())
    small.layout.database.write_bytes(before)
    folded = small.fold()

    assert ["000000000008-000000000009.parquet"] == folded.recovered_segments
    assert expected == (root_of(small), log_of(small), small.derived())


@pytest.mark.sweep
def test_a_much_older_database_catches_up(small, new_warehouse):
    """A database of an empty store takes in every segment, with the same facts."""
    expected = (root_of(small), log_of(small), small.derived())
    shutil.copy(new_warehouse().layout.database, small.layout.database)
    folded = small.fold()

    assert 3 == len(folded.recovered_segments)
    assert expected == (root_of(small), log_of(small), small.derived())


@pytest.mark.sweep
def test_a_missing_database_is_made_again(small):
    """Without a database the next fold makes one that is the same."""
    expected = (root_of(small), log_of(small), small.derived())
    small.layout.database.unlink()
    small.fold()

    assert expected == (root_of(small), log_of(small), small.derived())
    assert [] == verify(small.layout).findings


@pytest.mark.sweep
def test_an_empty_database_file_is_made_again(small):
    """A database that DuckDB had only begun to make is filled."""
    expected = (root_of(small), log_of(small), small.derived())
    small.layout.database.unlink()
    small.stranger().close()
    small.fold()

    assert expected == (root_of(small), log_of(small), small.derived())


def test_left_over_temporary_files_are_discarded(small):
    """What never got its name was never recorded."""
    small.layout.segments.joinpath("000000000008-000000000009.parquet.tmp").write_bytes(b"PAR1")
    small.layout.checkpoints.joinpath("10.json.tmp").write_text("{")
    before = small.files()
    small.fold()
    gone = set(before) - set(small.files())

    assert {"segments/000000000008-000000000009.parquet.tmp", "checkpoints/10.json.tmp"} == gone


@pytest.mark.parametrize("name", ["000000000003-000000000005.parquet", LAST])
def test_a_missing_segment_stops_the_fold(small, lines, name):
    """The record is never passed over: what is missing is named, nothing is appended."""
    (small.layout.segments / name).unlink()
    small.accept(lines.case("c9"))
    before = small.files()
    with pytest.raises(CorruptStoreError, match=name):
        small.fold()

    assert before == small.files()


@pytest.mark.parametrize("name", ["notes.parquet", "000000000003-000000000005 (copy).parquet"])
def test_a_strange_segment_name_stops_the_fold(small, name):
    """What is not named like a segment is not read as one."""
    shutil.copy(small.layout.segments / LAST, small.layout.segments / name)
    with pytest.raises(CorruptStoreError, match="not named like a segment"):
        small.fold()


@pytest.mark.sweep
def test_a_segment_of_another_store_is_not_loaded(small, new_small, lines):
    """A segment continues the log or it is refused: its root would not be the one it says."""
    other = new_small()
    other.add(lines.case("c8"))
    other.add(lines.case("c9"))
    shutil.copy(other.layout.segments / "000000000009-000000000009.parquet", small.layout.segments)
    with pytest.raises(CorruptStoreError, match="a segment is missing"):
        small.fold()

    assert 8 == len(log_of(small))


@pytest.mark.sweep
def test_a_commit_that_raised_but_is_durable_is_found_again(small, lines, monkeypatch):
    """After an error at COMMIT the next fold looks the batch up and does not add it twice."""
    real = recovery.record

    def recorded_and_raised(*arguments):
        real(*arguments)
        raise CorruptStoreError("COMMIT succeeded and is durable, but the autocheckpoint failed")

    small.accept(lines.case("c9"))
    with monkeypatch.context() as patch:
        patch.setattr(recovery, "record", recorded_and_raised)
        with pytest.raises(CorruptStoreError, match="durable"):
            small.fold()
    folded = small.fold()

    assert (9, 0, 1) == (folded.tree_size, folded.counts.new, folded.counts.duplicate)
    assert [] == verify(small.layout).findings


@pytest.mark.sweep
def test_a_database_that_refuses_the_batch_loses_nothing(small, lines):
    """Where the database cannot take a segment, the fold says so; a repaired one takes it."""
    good = small.layout.database.read_bytes()
    with small.stranger() as connection:
        connection.execute("alter table facts.cases add column note varchar")
    small.accept(lines.case("c9"))
    with pytest.raises(CorruptStoreError, match="the segment is safe"):
        small.fold()
    small.layout.database.write_bytes(good)
    folded = small.fold()

    assert 9 == folded.tree_size
    assert ["000000000008-000000000008.parquet"] == folded.recovered_segments


@pytest.mark.sweep
def test_a_write_ahead_log_is_taken_up(small, lines, monkeypatch):
    """What is only in the write-ahead log is not lost when the process dies."""
    with duckdb.connect() as connection:
        connection.execute("set checkpoint_threshold = '1TB'")
        connection.execute(f"attach '{small.layout.database}' as d (type duckdb)")
        connection.execute("insert into d.log.refusals values ('only in the log')")
        wal = small.layout.database.with_suffix(".duckdb.wal")
        states = (small.layout.database.read_bytes(), wal.read_bytes())
        connection.execute("detach d")
    small.layout.database.write_bytes(states[0])
    wal.write_bytes(states[1])
    small.add(lines.case("c9"))

    assert ["only in the log"] == small.column("from log.refusals")
    assert not wal.exists()


@pytest.mark.sweep
def test_views_of_another_version_are_defined_again(small):
    """Where the recorded fingerprint is another one, the next fold defines every view anew."""
    with small.stranger() as connection:
        connection.execute("create or replace view metrics.accuracy as select 1 as answer")
        connection.execute("update log.fingerprint set views_sha256 = 'of another version'")
    small.fold()

    assert [] == verify(small.layout).findings
    assert [sql_files.fingerprint(*schema.FINGERPRINT_FOLDERS)] == small.column(
        "select views_sha256 from log.fingerprint"
    )


@pytest.mark.sweep
@pytest.mark.parametrize(
    "change",
    [
        "update log.fingerprint set tables_sha256 = 'of another version'",
        "alter table log.fingerprint drop column tables_sha256",
    ],
)
def test_tables_of_another_version_are_computed_again(small, change):
    """Facts that another version computed are not mixed with ours: all are made anew."""
    with small.stranger() as connection:
        connection.execute("alter table facts.scored drop column is_canary")
        connection.execute(change)
    small.fold()

    assert [] == verify(small.layout).findings


@pytest.mark.sweep
def test_an_empty_store_of_another_version_is_made_anew(warehouse):
    """A store with no segments yet has its tables made again as well."""
    with warehouse.stranger() as connection:
        connection.execute("drop table facts.gates")
        connection.execute("update log.fingerprint set tables_sha256 = 'of another version'")
    warehouse.fold()

    assert [] == verify(warehouse.layout).findings
