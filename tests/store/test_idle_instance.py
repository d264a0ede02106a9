"""The instance of the last reader serves the next, unless the reader left something in it."""

import pytest

from evalstore.store import idle_instance
from evalstore.store.reader import reading


def left_by(small, statement):
    """Return the instance that is kept after a reader ran a statement on a store."""
    with reading(small.layout) as reader:
        reader.connection.execute(statement)
    return [*idle_instance._IDLE.values()]


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
        "create table memory.main.mine as select 1 as one",
        "create view memory.main.mine as select 1 as one",
        "set lock_configuration = true",
    ],
)
def test_an_instance_with_something_left_in_it_is_closed(small, statement):
    """A later reader would find it, or could not do what it has to."""
    assert [] == left_by(small, statement)


def test_an_instance_of_an_error_is_closed(small):
    """In what state an error leaves it is not known."""
    with pytest.raises(ZeroDivisionError), reading(small.layout):
        _ = 1 / 0

    assert [] == [*idle_instance._IDLE.values()]


def test_the_file_is_let_go(small):
    """Another program can write to the database while the instance waits."""
    left_by(small, "select 1")

    with small.stranger() as connection:
        connection.execute("create table log.more as select 1 as one")
    assert [*idle_instance._IDLE.values()]


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
    assert 1 == len(idle_instance._IDLE)
