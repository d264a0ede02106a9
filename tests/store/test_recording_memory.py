"""Recording a batch in little memory: the same log, and a way out where it does not do."""

from contextlib import suppress

import duckdb
import pytest

from evalstore.store import recovery

LIMIT = "select current_setting('memory_limit')"


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    """Bound the memory of every batch, however small."""
    monkeypatch.setattr(recovery, "EVENTS_MIN", 0)


@pytest.fixture(name="connection")
def connection_fixture():
    """An empty database in memory."""
    with duckdb.connect() as connection:
        yield connection


def test_a_batch_is_recorded_as_ever(warehouse, lines):
    """Case, response and verdict of 2,000 answers, each with a row of facts."""
    cases = [f"c{number}" for number in range(2_000)]
    folded = warehouse.add(
        *(lines.case(name, prompt=name * 50) for name in cases),
        *(lines.response(name, status="ok", text=name * 50) for name in cases),
        *(lines.verdict(case_id=name) for name in cases),
    )

    assert 6_000 == folded.counts.new
    assert [2_000] == warehouse.column("select count(*) from facts.scored where is_right")


def test_what_does_not_fit_is_recorded_without_a_bound(warehouse, lines, monkeypatch):
    """Running out of memory within the bound leaves nothing behind; then the limit is lifted."""
    insert, limits = recovery._insert, []

    def failing_once(connection, *batch):
        limits.append(connection.execute(LIMIT).fetchone())
        insert(connection, *batch)
        if len(limits) == 1:
            raise duckdb.OutOfMemoryException("could not allocate block")

    monkeypatch.setattr(recovery, "_insert", failing_once)
    folded = warehouse.add(lines.case("c1"), lines.case("c2"))

    assert 2 == folded.counts.new
    assert ["c1", "c2"] == warehouse.column("select case_id from facts.cases order by case_id")
    assert 2 == len(set(limits))


def test_the_limit_comes_back(connection):
    """Also where the block fails."""
    before = connection.execute(LIMIT).fetchone()
    within = None
    with suppress(ZeroDivisionError), recovery.bounded_memory(connection, 1):
        within = connection.execute(LIMIT).fetchone()
        raise ZeroDivisionError

    assert ("91.5 MiB",) == within
    assert before == connection.execute(LIMIT).fetchone()


def test_where_more_is_in_use_there_is_no_bound(connection, monkeypatch):
    """A limit that cannot be kept is none."""
    connection.execute("create table held as select range as number from range(1000000)")
    monkeypatch.setattr(recovery, "RECORDING_MEMORY", "1KB")
    before = connection.execute(LIMIT).fetchone()
    with recovery.bounded_memory(connection, 1):
        assert before == connection.execute(LIMIT).fetchone()
