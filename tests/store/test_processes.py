"""Many processes use one store: nothing is lost, readers see whole folds, waiting has a reason."""

import os
import subprocess
import sys
import textwrap
from contextlib import contextmanager
from pathlib import Path

import pytest

from evalstore.errors import StoreBusyError, StoreError
from evalstore.store import connections
from evalstore.store.log import inbox
from evalstore.store.log.fold import fold
from evalstore.store.verify.verify import verify

SCRIPT = Path(__file__).with_name("racing.py")


def play(warehouse, game, process_count, count):
    finished = subprocess.run(
        [sys.executable, SCRIPT, warehouse.layout.root, game, str(process_count), str(count)],
        check=False, capture_output=True, text=True, timeout=300,
    )  # fmt: skip

    assert (0, "") == (finished.returncode, finished.stderr)


@contextmanager
def another_process(program, *arguments):
    """Run a small program that says when it is ready and ends when we let go of it."""
    code = textwrap.dedent(program) + "\nprint('ready', flush=True)\ninput()\n"
    with subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        process.stdout.readline()
        yield process
        process.stdin.write("\n")


FOLDER = """
    import sys
    from pathlib import Path
    from evalstore.store import connections
    from evalstore.store.layout import Layout
    holding = connections.exclusive(Layout(Path(sys.argv[1])))
    holding.__enter__()
"""
READER = """
    import sys, duckdb
    connection = duckdb.connect(sys.argv[1], read_only=sys.argv[2] == "True")
"""


def subjects(warehouse):
    return sorted(warehouse.column("select subject from log.events"))


@pytest.mark.sweep
def test_eight_append_while_one_folds_and_one_reads(warehouse):
    """Everything arrives once; each read sees whole folds, and never less than before."""
    play(warehouse, "appending", 8, 6)
    warehouse.fold()

    assert sorted(f"{p}-{n}" for p in range(8) for n in range(6)) == subjects(warehouse)
    assert [] == verify(warehouse.layout).findings


@pytest.mark.sweep
def test_eight_take_turns_at_folding(warehouse):
    """DuckDB reads headers before it locks; through the one door no commit is lost."""
    play(warehouse, "taking_turns", 8, 2)

    assert sorted(f"{p}-{n}" for p in range(8) for n in range(2)) == subjects(warehouse)
    assert [] == inbox.names(warehouse.layout)
    assert [] == verify(warehouse.layout).findings


@pytest.mark.sweep
@pytest.mark.parametrize("turn", range(10))
def test_many_turns_at_folding(warehouse, turn):
    """Ten times eight processes fold thirty times each."""
    play(warehouse, "taking_turns", 8, 30)

    assert 240 == len(subjects(warehouse))


def test_a_fold_that_must_wait_leaves_events_in_the_inbox(small, lines):
    """Who cannot have the store in time is told by whom it is held; nothing is lost."""
    name = small.accept(lines.case("c9"))
    with another_process(FOLDER, small.layout.root) as holder:
        folded = fold(small.layout, wait_seconds=0.1)
        waiting = inbox.names(small.layout)

    assert not folded.is_folded
    assert f"is locked by process {holder.pid} (waited 0.1 s)" in folded.holder
    assert [name] == waiting
    assert 9 == small.fold().tree_size


def test_the_lock_names_nobody_once_it_is_free(small):
    """A holder signs off, so that the next one to wait is not told of the last one."""
    with connections.exclusive(small.layout):
        held = small.layout.lock.read_text()

    assert f"process {os.getpid()}" == held
    assert "" == small.layout.lock.read_text()


@pytest.mark.sweep
def test_a_reader_blocks_a_fold_which_says_so(small, lines):
    """A client that keeps the file open read-only is named by its process."""
    small.accept(lines.case("c9"))
    with another_process(READER, small.layout.database, True) as reader:
        folded = fold(small.layout, wait_seconds=0.1)

    assert not folded.is_folded
    assert "is open in another program" in folded.holder
    assert f"PID {reader.pid}" in folded.holder
    assert 9 == small.fold().tree_size


def test_a_writer_blocks_a_reader_which_says_so(small):
    """A client that has the file open to write is named by its process."""
    with (
        another_process(READER, small.layout.database, False) as writer,
        pytest.raises(StoreBusyError, match=rf"open in another program.*PID {writer.pid}"),
        connections.attached_for_reading(small.layout, wait_seconds=0.1),
    ):
        pass


def test_readers_do_not_block_each_other(small):
    """Any number may read at once."""
    with another_process(READER, small.layout.database, True):
        count = small.column("select count(*) from log.events")

    assert [8] == count


def test_a_reader_waits_while_a_fold_is_running(small):
    """A reader is told who folds when it has waited in vain."""
    with (
        another_process(FOLDER, small.layout.root) as holder,
        pytest.raises(StoreBusyError, match=f"locked by process {holder.pid}"),
        connections.attached_for_reading(small.layout, wait_seconds=0.1),
    ):
        pass


def test_a_held_store_does_not_stop_an_append(small, lines):
    """Nobody waits to append."""
    with another_process(FOLDER, small.layout.root):
        name = small.accept(lines.case("c9"))

    assert [name] == inbox.names(small.layout)


def test_a_store_nobody_folded_yet_is_said_to_be_so(new_warehouse, tmp_path):
    """A reader of a new store is told how its database comes about."""
    fresh = type(new_warehouse())(tmp_path / "fresh")
    with pytest.raises(StoreError, match=r"has no database yet; run `evalstore fold"):
        fresh.query("from log.events")
