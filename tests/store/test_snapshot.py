"""A snapshot is a closed copy for other clients; the store itself stays as it is."""

import re

import duckdb
import pytest

from evalstore.base import sql_files
from evalstore.errors import StoreError, UsageError
from evalstore.metrics.catalog import catalog
from evalstore.store.query.snapshot import snapshot
from evalstore.store.verify.verify import verify


def rows_of(path, sql):
    """Ask a snapshot as any DuckDB client would."""
    with duckdb.connect(str(path), read_only=True) as connection:
        return connection.execute(sql).fetchall()


ASKED = (
    "from log.events order by position",
    "from facts.scored order by all",
    "from metrics.accuracy order by all",
    "select metric, run_id, value from metrics.all_metrics order by all",
)


@pytest.mark.sweep
@pytest.mark.parametrize("storage_version", [None, "v1.2.0", "v1.5.0"])
def test_another_client_sees_the_same(small, tmp_path, storage_version):
    """Events, facts and metrics are in a snapshot of any storage version."""
    output = snapshot(small.layout, tmp_path / "s.duckdb", storage_version=storage_version)
    with small.stranger() as connection:
        expected = [connection.execute(sql).fetchall() for sql in ASKED]

    assert expected == [rows_of(output, sql) for sql in ASKED]
    assert [output] == list(tmp_path.iterdir())


@pytest.mark.sweep
def test_every_metric_can_be_asked_in_an_older_version(small, tmp_path):
    """Each view of the catalog is there, with the macros it needs."""
    output = snapshot(small.layout, tmp_path / "s.duckdb", storage_version="v1.2.0")
    views = {name for (name,) in rows_of(
        output, "select view_name from duckdb_views() where schema_name = 'metrics'"
    )}  # fmt: skip

    assert {*catalog(), "all_metrics"} == views
    for name in catalog():
        rows_of(output, f"from metrics.{name}")


def test_a_store_of_another_version_is_made_again_first(small, tmp_path, lines):
    """The copy and the store are of this version then, and the store can be added to."""
    small.outdate()
    output = snapshot(small.layout, tmp_path / "s.duckdb")
    small.add(lines.case("c9"))

    assert [("a", "factual")] == rows_of(
        output, "select system_id, validator_id from facts.judges"
    )
    assert [] == verify(small.layout).findings


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("storage_version", "count"), [(None, 4), ("v1.2.0", 0)])
def test_only_an_older_version_has_no_triggers(small, tmp_path, storage_version, count):
    """A plain snapshot refuses changes as the store does; older DuckDBs know no triggers."""
    output = snapshot(small.layout, tmp_path / "s.duckdb", storage_version=storage_version)

    assert [(count,)] == rows_of(output, "select count(*) from duckdb_triggers()")


def test_a_snapshot_does_not_fold(small, lines, tmp_path):
    """What waits in the inbox waits on, and is not in the snapshot."""
    small.accept(lines.case("c9"))
    before = small.files()
    output = snapshot(small.layout, tmp_path / "s.duckdb")
    after = small.files()

    assert [(8,)] == rows_of(output, "select count(*) from log.events")
    assert before.keys() == after.keys()
    assert [8] == small.column("select count(*) from log.events")


@pytest.mark.sweep
def test_a_snapshot_replaces_an_older_one(small, lines, tmp_path):
    """The same file holds the newer state, and a left-over write-ahead log is gone."""
    output = snapshot(small.layout, tmp_path / "s.duckdb")
    small.add(lines.case("c9"))
    output.with_name("s.duckdb.wal").write_bytes(b"of the older one")
    snapshot(small.layout, output)

    assert [(9,)] == rows_of(output, "select count(*) from log.events")
    assert [output] == list(tmp_path.iterdir())


def test_a_snapshot_of_a_store_without_a_database(small, tmp_path):
    """The database is made first where there is none."""
    small.layout.database.unlink()
    output = snapshot(small.layout, tmp_path / "it's.duckdb")

    assert [(8,)] == rows_of(output, "select count(*) from log.events")


def test_a_snapshot_does_not_overwrite_the_store(small):
    """The database itself, or any file in the store, is no place for a snapshot."""
    before = small.files()
    for output in (small.layout.database, small.layout.segments / "s.duckdb"):
        with pytest.raises(UsageError, match="is inside the store"):
            snapshot(small.layout, output)

    assert before == small.files()


@pytest.mark.parametrize("storage_version", ["1.2.0", "latest", "v1.2.0'", "v0.0.1", "v99.0.0"])
def test_an_unknown_storage_version_is_named(small, tmp_path, storage_version):
    """A version that is none, or that this DuckDB cannot write, leaves nothing behind."""
    with pytest.raises(UsageError, match="storage version"):
        snapshot(small.layout, tmp_path / "s.duckdb", storage_version=storage_version)

    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("storage_version", [None, "v1.2.0"])
def test_an_output_that_cannot_be_written_is_named(small, tmp_path, storage_version):
    """A folder that is not there is said."""
    output = tmp_path / "none" / "s.duckdb"
    with pytest.raises(StoreError, match=f"cannot write .*{output.name}"):
        snapshot(small.layout, output, storage_version=storage_version)


def test_views_call_no_function_that_is_newer():
    """DuckDB has if() only from 2.0 on, and views are what older versions run of a snapshot."""
    folders = ("sql/facts/views", "sql/facts/macros", "sql/macros", "sql/metrics", "views")

    found = [
        name
        for folder in folders
        for name in sql_files.names(folder)
        if re.search(r"\bif\(", re.sub(r"--[^\n]*", "", sql_files.read(name)))
    ]

    assert [] == found
