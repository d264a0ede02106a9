"""Facts and metrics as of a size of the log are those of a store that was rebuilt at that size."""

import duckdb
import pytest

import evalstore
from evalstore.errors import CorruptStoreError, QueryError, UsageError
from evalstore.metrics.catalog import catalog
from evalstore.store.explanation import at_size, kept_databases
from evalstore.store.facts import rebuild
from evalstore.store.facts.facts_pack import TABLES
from tests.store.explanation.conftest import sizes_of


def rows_of(query, relation):
    return sorted(map(repr, query(f"from {relation}")))


def test_they_are_those_of_a_rebuilt_store(revised_store, tmp_path):
    """Every table of facts and every metric, of all runs and of one, at every size."""
    relations = [".".join(key) for key in TABLES] + [f"metrics.{name}" for name in catalog()]
    compared = 0
    for size in sizes_of(revised_store)[::2]:
        output = tmp_path / f"{size}.duckdb"
        rebuild.rebuild_at(revised_store.layout, size, output)
        with (
            duckdb.connect(str(output), read_only=True) as rebuilt,
            at_size.sized(revised_store.layout, size) as found,
        ):
            for relation in relations:
                expected = rows_of(lambda sql: rebuilt.execute(sql).fetchall(), relation)
                assert rows_of(lambda sql: found.reader.table(sql)[1], relation) == expected
                compared += len(expected)
        with at_size.sized(revised_store.layout, size, ["r1"]) as found:
            [(count,)] = found.reader.table("select count(*) from facts.runs")[1]
            assert count == 1
    assert compared > 500


def test_a_statement_reads_an_earlier_number(revised_store):
    """The number of then and that of now, the retraction of another run among the changes."""
    first, _, revised, retracted = sizes_of(revised_store)
    sql = "select accuracy from metrics.accuracy where run_id = $run and slice_name = 'all'"

    values = [
        revised_store.query(sql, at=size, at_runs="r1", run="r1").rows()[0][0]
        for size in (first, revised, retracted)
    ]

    assert values == pytest.approx([2 / 6, 3 / 6, revised_store.query(sql, run="r1").rows()[0][0]])
    assert values[2] != values[1]
    assert revised_store.query(sql, at=first, run="r2").rows() == []


def test_names_and_sizes_that_do_not_exist(revised_store, monkeypatch):
    """Each is refused with what there is."""
    first = sizes_of(revised_store)[0]
    for found, given in (
        ("never ended at 3 events", {"at": 3}),
        (f"no run 'r2' among the first {first} events", {"at": first, "at_runs": ["r2"]}),
        ("runs are named for a size", {"at_runs": ["r2"]}),
    ):
        with pytest.raises(UsageError, match=found):
            revised_store.query("select 1", **given)
    monkeypatch.setattr(at_size, "ALL_RUNS_EVENTS_MAX", first - 1)
    with pytest.raises(UsageError, match="name the runs that the statement needs with --run"):
        revised_store.query("select 1", at=first)
    assert revised_store.query("select 1", at=first, at_runs="r1").rows() == [(1,)]


def test_the_fence_is_that_of_a_query(revised_store, tmp_path):
    """No statement that writes, no file and no setting."""
    (tmp_path / "a.csv").write_text("a\n1\n")
    for sql in (
        "delete from facts.runs",
        f"from read_csv('{tmp_path / 'a.csv'}')",
        "set threads = 1",
    ):
        with pytest.raises(QueryError):
            revised_store.query(sql, at=sizes_of(revised_store)[0])


def kept(store):
    return [*store.layout.cache.glob("*")]


def test_what_was_computed_is_kept(revised_store, monkeypatch):
    """The second question computes nothing, and says so."""
    size = sizes_of(revised_store)[0]
    with at_size.sized(revised_store.layout, size) as found:
        before = found.reader.table("from metrics.accuracy order by all")
        assert not found.is_kept
    monkeypatch.setattr(at_size, "_build", None)
    with at_size.sized(revised_store.layout, size) as found:
        assert found.is_kept
        assert found.reader.table("from metrics.accuracy order by all") == before
    assert len(kept(revised_store)) == 1


@pytest.mark.parametrize("change", ["a byte", "another value", "another key", "another user"])
def test_a_changed_copy_is_not_believed(revised_store, secret, change, tmp_path):
    """It is computed again, whoever changed it without this user's secret."""
    size = sizes_of(revised_store)[0]
    sql = "select accuracy from metrics.accuracy where run_id = 'r1' and slice_name = 'all'"
    expected = revised_store.query(sql, at=size).rows()
    [path] = kept(revised_store)
    data = bytearray(path.read_bytes())
    if change == "a byte":
        data[len(data) // 2] ^= 1
    elif change == "another value":
        database = tmp_path / "doctored.duckdb"
        database.write_bytes(data[kept_databases.CODE_BYTES :])
        with duckdb.connect(str(database)) as connection:
            connection.execute("update facts.answer_sums set right_sum = 6, correctness_sum = 6")
            [(right,)] = connection.execute(sql).fetchall()
        assert [(right,)] != expected
        data[kept_databases.CODE_BYTES :] = database.read_bytes()
    elif change == "another key":
        revised_store.query(sql, at=sizes_of(revised_store)[2])
        [other] = [item for item in kept(revised_store) if item != path]
        data = other.read_bytes()
    else:
        secret.write_bytes(bytes(kept_databases.SECRET_BYTES))
    path.write_bytes(data)

    with at_size.sized(revised_store.layout, size) as found:
        assert not found.is_kept
        assert found.reader.table(sql)[1] == expected


def test_nothing_is_kept_without_a_place(revised_store, secret):
    """A user without a home, or a folder that cannot be written, only costs time."""
    size = sizes_of(revised_store)[0]
    secret.parent.parent.write_text("in the way")
    assert revised_store.query("select 1", at=size).rows() == [(1,)]
    assert kept(revised_store) == []
    secret.parent.parent.unlink()
    revised_store.layout.cache.write_text("in the way")
    assert revised_store.query("select 1", at=size).rows() == [(1,)]


def test_the_oldest_are_removed(revised_store, monkeypatch):
    """What is kept has a bound; it is no more than one database here."""
    first, second, *_ = sizes_of(revised_store)
    revised_store.query("select 1", at=first)
    [path] = kept(revised_store)
    monkeypatch.setattr(kept_databases, "KEPT_BYTES_MAX", path.stat().st_size * 3 // 2)
    revised_store.query("select 1", at=second)

    assert len(kept(revised_store)) == 1
    assert not path.exists()


def test_an_altered_segment_is_refused(revised_store):
    """Also when a copy is kept: it is of a log that is no longer there."""
    size = sizes_of(revised_store)[0]
    revised_store.query("select 1", at=size)
    path = min(revised_store.layout.segments.glob("*.parquet"))
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 1
    path.write_bytes(data)
    with pytest.raises(CorruptStoreError):
        revised_store.query("select 1", at=size)


def test_an_empty_store_has_no_size(tmp_path):
    """It says so, rather than naming no nearest size."""
    store = evalstore.open(tmp_path / "empty", create=True)
    for ask in (lambda: store.query("select 1", at=1), lambda: store.diff(1)):
        with pytest.raises(UsageError, match="has no segment yet; run `evalstore fold`"):
            ask()
