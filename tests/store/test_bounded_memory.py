"""Folding in little memory: the same log, and a way out where it does not do."""

from contextlib import suppress

import duckdb
import pytest

from evalstore.errors import StoreError
from evalstore.store import bounded_memory
from evalstore.store.facts import rebuild
from evalstore.store.log import fold, incoming, recovery
from evalstore.store.verify import verify, verify_facts

LIMIT = "select current_setting('memory_limit')"


@pytest.fixture(autouse=True)
def small_folds(monkeypatch):
    """Bound the memory of every fold, however small."""
    for module in (bounded_memory, fold, recovery):
        monkeypatch.setattr(module, "EVENTS_MIN", 0)


@pytest.fixture(name="connection")
def connection_fixture():
    """An empty database in memory."""
    with duckdb.connect() as connection:
        yield connection


def failing_once(monkeypatch, module, step):
    """Let a step run out of memory behind its first call; return the limits of all calls."""
    carry_out, limits = getattr(module, step), []

    def run(connection, *given):
        limits.append(connection.execute(LIMIT).fetchone())
        done = carry_out(connection, *given)
        if len(limits) == 1:
            raise duckdb.OutOfMemoryException("Out of Memory Error: failed to pin block")
        return done

    monkeypatch.setattr(module, step, run)
    return limits


@pytest.mark.sweep
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
    limits = failing_once(monkeypatch, recovery, "_insert")
    folded = warehouse.add(lines.case("c1"), lines.case("c2"))

    assert 2 == folded.counts.new
    assert ["c1", "c2"] == warehouse.column("select case_id from facts.cases order by case_id")
    assert 2 == len(set(limits))


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("module", "step"),
    [(incoming, "assign_positions"), (incoming, "read_payloads"), (recovery, "compute_facts")],
)
def test_what_does_not_fit_is_folded_without_a_bound(
    small, new_small, lines, monkeypatch, module, step
):
    """Whichever step runs out of memory, the round is folded once more, with the same events."""
    new = [lines.case("c9"), lines.response("c9"), lines.verdict("right", "c9")]
    untouched = new_small()
    untouched.add(*new)
    limits = failing_once(monkeypatch, module, step)
    folded = small.add(*new)
    payloads = "select kind, subject, payload::varchar from log.events order by position"

    assert 3 == folded.counts.new
    assert untouched.query(payloads) == small.query(payloads)
    assert untouched.derived() == small.derived()
    assert 2 == len(set(limits))


@pytest.mark.sweep
@pytest.mark.parametrize("step", ["_load", "_compute_all_facts"])
def test_what_does_not_fit_is_rebuilt_without_a_bound(small, monkeypatch, step):
    """Nothing of the attempt that ran out of memory stays."""
    before = small.derived()
    limits = failing_once(monkeypatch, rebuild, step)
    rebuild.rebuild(small.layout)

    assert before == small.derived()
    assert len({*limits}) == 2


def test_what_does_not_fit_is_verified_without_a_bound(small, monkeypatch):
    """What was found before it ran out of memory is found once."""
    with small.stranger() as connection:
        connection.execute("delete from facts.cases")
    find, limits = verify_facts.findings, []

    def finding(connection, *given):
        limits.append(connection.execute(LIMIT).fetchone())
        yield from find(connection, *given)
        if len(limits) == 1:
            raise duckdb.OutOfMemoryException("Out of Memory Error: failed to pin block")

    monkeypatch.setattr(verify_facts, "findings", finding)
    found = verify.verify(small.layout)

    assert ["facts altered"] == [one.what for one in found.findings]
    assert len({*limits}) == 2


def test_memory_that_is_not_there_is_not_asked_for_twice(warehouse, lines, monkeypatch):
    """Without a bound to lift the error stays, and the events wait in the inbox."""
    monkeypatch.setattr(fold, "limit_of_folding", lambda *_: None)

    def failing(*_):
        raise duckdb.OutOfMemoryException("failed to pin block")

    monkeypatch.setattr(incoming, "assign_positions", failing)
    warehouse.accept(lines.case("c1"))
    with pytest.raises(StoreError, match="out of memory"):
        warehouse.fold()

    assert 1 == len(list(warehouse.layout.inbox.iterdir()))


def test_the_bound_grows_with_what_is_touched():
    """Facts are of whole runs: events that the log has of them count as the new ones do."""
    alone = bounded_memory.limit_of_folding(100, 0, 1_000_000)
    with_known = bounded_memory.limit_of_folding(100, 300, 1_000_000)

    assert 4 * (alone - bounded_memory.FOLDING_BYTES) == with_known - bounded_memory.FOLDING_BYTES


def test_the_limit_comes_back(connection):
    """Also where the block fails."""
    before = connection.execute(LIMIT).fetchone()
    within = None
    with (
        suppress(ZeroDivisionError),
        bounded_memory.bounded_memory(connection, 96_000_000),
    ):
        within = connection.execute(LIMIT).fetchone()
        raise ZeroDivisionError

    assert ("91.5 MiB",) == within
    assert before == connection.execute(LIMIT).fetchone()


def test_the_limit_comes_back_where_rows_were_left(connection):
    """A block can break off before it has fetched every row of a result."""
    [before] = connection.execute(LIMIT).fetchall()
    with bounded_memory.bounded_memory(connection, 96_000_000):
        rows = connection.sql("from range(1_000_000)").to_arrow_reader(2_048)
        next(rows)

    with connection.cursor() as beside:
        assert [before] == beside.execute(LIMIT).fetchall()


def test_where_more_is_in_use_there_is_no_bound(connection):
    """A limit that cannot be kept is none."""
    connection.execute("create table held as select range as number from range(1000000)")
    before = connection.execute(LIMIT).fetchone()
    with bounded_memory.bounded_memory(connection, 1_000):
        assert before == connection.execute(LIMIT).fetchone()


def test_long_values_are_copied_without_a_bound(connection, monkeypatch):
    """Of 2,048 of them at once DuckDB holds more than any bound that is worth it."""
    monkeypatch.setattr(bounded_memory, "COPYING_BYTES", 96_000_000)
    limits = []

    def copy():
        with connection.cursor() as beside:
            limits.append(beside.execute(LIMIT).fetchone())
        rows = connection.sql("select repeat(range::varchar, 100_000) from range(2_048)")
        return sum(batch.num_rows for batch in rows.to_arrow_reader(2_048))

    assert 2_048 == bounded_memory.copied(connection, copy)
    assert [("91.5 MiB",), connection.execute(LIMIT).fetchone()] == limits
