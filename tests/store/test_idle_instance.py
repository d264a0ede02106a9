"""The instance of the last connection serves the next, unless something was left in it."""

import duckdb
import pytest

import evalstore
from evalstore.store import connections
from evalstore.store.connections import without_database
from evalstore.store.query.reader import reading


def left_by(small, statement):
    """Return the instance that is kept after a reader ran a statement on a store."""
    with reading(small.layout) as reader:
        reader.connection.execute(statement)
    return [*connections._IDLE.values()]


def test_the_next_reader_gets_the_same_instance(small):
    """What lasts only as long as a connection does not keep it from being used again."""
    before = left_by(small, "create temp table mine as select 1 as one")

    assert before
    assert before == left_by(small, "set variable one = 1")
    with reading(small.layout) as reader:
        tables = reader.connection.execute("select table_name from duckdb_tables()").fetchall()
        [one] = reader.connection.execute("select getvariable('one')").fetchall()
    assert ("mine",) not in tables
    assert (None,) == one


@pytest.mark.parametrize(
    "statement",
    [
        "attach ':memory:' as other",
        "set lock_configuration = true",
        "set block_allocator_memory = '1GB'",
    ],
)
def test_an_instance_with_something_left_in_it_is_closed(small, statement):
    """A later reader would find it, or could not do what it has to."""
    assert [] == left_by(small, statement)


@pytest.mark.parametrize("kind", ["table", "view"])
def test_an_instance_with_an_object_in_it_is_not_lent_again(small, kind):
    """A later reader would find it."""
    [left] = left_by(small, f"create {kind} memory.main.mine as select 1 as one")

    [kept] = left_by(small, "select 1")
    assert kept is not left
    with pytest.raises(duckdb.ConnectionException):
        left.execute("select 1")


def test_an_instance_of_an_error_is_closed(small):
    """In what state an error leaves it is not known."""
    with pytest.raises(ZeroDivisionError), reading(small.layout):
        _ = 1 / 0

    assert [] == [*connections._IDLE.values()]


def test_an_instance_that_another_thread_took_stays_open(monkeypatch):
    """Whoever kept it does not close it, though it is gone again at once."""
    taken = []

    class TakenAtOnce(dict):
        def setdefault(self, process, instance):
            taken.append(instance)
            return instance

    monkeypatch.setattr(connections, "_IDLE", TakenAtOnce())
    with without_database():
        pass

    [instance] = taken
    assert [(1,)] == instance.execute("select 1").fetchall()
    instance.close()


def test_the_file_is_let_go(small):
    """Another program can write to the database while the instance waits."""
    left_by(small, "select 1")

    with small.stranger() as connection:
        connection.execute("create table log.more as select 1 as one")
    assert [*connections._IDLE.values()]


def test_readers_inside_each_other_have_their_own(small, new_small):
    """Two stores may be open at once, and the instance of one is kept."""
    other = new_small()
    with reading(small.layout) as reader, reading(other.layout) as another:
        files = [
            one.connection.execute(
                "select path from duckdb_databases() where database_name = 'evalstore'"
            ).fetchall()
            for one in (reader, another)
        ]

    assert [[(str(store.layout.database),)] for store in (small, other)] == files
    assert 1 == len(connections._IDLE)


def test_an_appended_event_and_its_fold_use_one_instance(small):
    """What the fold sets for itself is taken back: the next reader has all threads again."""
    [kept] = left_by(small, "select 1")
    [before] = kept.execute("select current_setting('threads')").fetchall()
    started = {"kind": "run_started", "run_id": "later", "payload": {"suite": "quiz"}}
    evalstore.open(small.layout.root).append([started])

    assert [kept] == [*connections._IDLE.values()]
    with reading(small.layout) as reader:
        now = reader.connection.execute("select current_setting('threads')").fetchall()
    assert [before] == now
    assert [] == kept.execute("select * from duckdb_tables()").fetchall()
