"""A verification since a checkpoint reads what came after, and misses no changed segment."""

import shutil
from pathlib import Path

import pytest

from evalstore.base import sql_files
from evalstore.cli import call_command
from evalstore.store.log import checkpoint
from evalstore.store.verify.verify import verify
from tests.store.test_verify import REWRITES, middle, rewrite


@pytest.fixture
def kept(small, tmp_path):
    """The checkpoint before the last segment, kept elsewhere."""
    return Path(shutil.copy(small.layout.checkpoints / "6.json", tmp_path))


def altered(warehouse, statement):
    """Change the database as any DuckDB client could, past the triggers."""
    triggers = ("events_no_update", "events_no_delete")
    with warehouse.stranger() as connection:
        for trigger in triggers:
            connection.execute(f"drop trigger {trigger} on log.events")
        connection.execute(statement)
        for trigger in triggers:
            connection.execute(sql_files.read(f"sql/log/triggers/{trigger}"))


def test_what_holds(small, kept, capfd):
    """The unchanged segments are counted, and the root is that of the whole log."""
    verified = verify(small.layout, since=kept)

    assert verified.holds
    assert verified.root == verify(small.layout).root
    assert verified.unchanged_count == 6
    assert call_command(["verify", "--since", str(kept), "--store", str(small.layout.root)]) == 0
    assert "of the first 6 events match the bytes" in capfd.readouterr().out


def test_nothing_came_since(small):
    """The newest checkpoint leaves nothing to read."""
    verified = verify(small.layout, since=small.layout.checkpoints / "8.json")

    assert verified.holds
    assert verified.unchanged_count == 8


@pytest.mark.thinned(12)
@pytest.mark.parametrize("select", REWRITES, ids=range(len(REWRITES)))
def test_a_segment_before_it_that_changed(small, kept, select):
    """No byte of it may differ; then everything is read, and the place is told."""
    rewrite(middle(small), select)
    verified = verify(small.layout, since=kept)

    assert not verified.holds
    assert verified.unchanged_count == 0
    assert REWRITES[select] in [found.position for found in verified.findings]


@pytest.mark.sweep
def test_the_last_segment_is_read(small, kept):
    """What came after the checkpoint is verified as ever."""
    path = small.layout.segments / "000000000006-000000000007.parquet"
    rewrite(path, "from old_rows select * replace (if(position = 7, 'x', source) as source)")

    found = verify(small.layout, since=kept).findings

    assert 7 in [one.position for one in found if one.what == "event altered"]


@pytest.mark.thinned(6)
@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("delete from log.events where position = 2", "row altered"),
        ("delete from log.events where position = 7", "database differs from segments"),
        ("insert into log.events from log.events where position = 7", "row altered"),
        ("update facts.responses set confidence = 0.1", "facts altered"),
        ("delete from facts.runs", "facts altered"),
        ("update facts.answer_sums set case_count = 7", "facts altered"),
    ],
)
def test_a_database_that_changed(small, kept, statement, what):
    """Rows after the checkpoint, the number of those before, facts of the runs with either."""
    altered(small, statement)

    assert what in [found.what for found in verify(small.layout, since=kept).findings]


@pytest.mark.sweep
def test_a_checkpoint_of_another_store(small, new_warehouse, lines):
    """Its segments are others: all are read, and the log does not continue it."""
    other = new_warehouse()
    other.add(lines.run_started(suite="other"), lines.case("c1"), lines.case("c2"))

    verified = verify(small.layout, since=other.layout.checkpoints / "3.json")

    assert verified.unchanged_count == 0
    assert "checkpoint" in [found.what for found in verified.findings]


@pytest.mark.sweep
def test_a_checkpoint_without_a_hash_of_the_segments(small, kept, tmp_path):
    """One that an earlier evalstore wrote covers no bytes: all segments are read."""
    read = checkpoint.read(kept)
    older = tmp_path / "older.json"
    older.write_text(checkpoint.Checkpoint(read.tree_size, read.root, read.segments).to_json())

    verified = verify(small.layout, since=older)

    assert verified.holds
    assert verified.unchanged_count == 0


@pytest.mark.sweep
def test_rows_before_it_are_left_alone(small, kept):
    """Of the database before a checkpoint only the number of rows is compared."""
    altered(small, "update log.events set source = 'x' where position = 1")

    assert verify(small.layout, since=kept).holds
    assert not verify(small.layout).holds
