"""The database carries the sentences of the dictionary, once it is kept, and nothing minds."""

import duckdb
import pytest

from evalstore.metrics.dictionary.relations import dictionary
from evalstore.store.connections import attached_for_reading, attached_for_writing, exclusive
from evalstore.store.facts import comments, definitions
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.query.snapshot import snapshot
from evalstore.store.verify.verify import verify

COMMENTS = (
    "select schema_name || '.' || table_name, column_name, comment from duckdb_columns() "
    "where not internal and comment is not null order by all"
)


def comments_of(path):
    """Read the comments on columns as any client would."""
    with duckdb.connect(str(path), read_only=True) as connection:
        return connection.execute(COMMENTS).fetchall()


def expected():
    """Return what the dictionary says of each column."""
    return sorted(
        (relation.name, own.name, own.description)
        for relation in dictionary().values()
        if not relation.is_macro
        for own in relation.columns
    )


@pytest.mark.sweep
def test_every_column_has_its_sentence(small):
    """Unit and meaning of NULL included, on tables and views."""
    assert expected() == comments_of(small.layout.database)


def test_relations_and_macros_have_theirs(small):
    """With the grain of a relation."""
    with attached_for_reading(small.layout) as connection:
        [(failures,)] = connection.execute(
            "select comment from duckdb_views() where view_name = 'failures'"
        ).fetchall()
        [(wilson,)] = connection.execute(
            "select comment from duckdb_functions() where function_name = 'wilson_low'"
        ).fetchall()

    assert failures.startswith(dictionary()["facts.failures"].sentence)
    assert "One row for each run_id, system_id, case_id" in failures
    assert wilson == dictionary()["macros.wilson_low"].sentence


@pytest.mark.sweep
def test_a_store_that_is_kept_gets_them(small):
    """Not with its first folds, which a job may throw away, but with the one after these."""
    with exclusive(small.layout), attached_for_writing(small.layout) as connection:
        connection.execute("update log.fingerprint set comments_sha256 = null")
        connection.execute("comment on column facts.runs.run_id is null")
        comments.write_outdated(connection, fold_count=comments.KEPT_FOLDS_MIN - 1)
    assert expected() != comments_of(small.layout.database)

    small.fold()

    assert comments.KEPT_FOLDS_MIN == len(list(small.layout.segments.iterdir()))
    assert expected() == comments_of(small.layout.database)


def test_a_snapshot_has_them_in_any_storage_version(small, tmp_path):
    """It is made for other clients, older ones among them."""
    output = snapshot(small.layout, tmp_path / "s.duckdb", storage_version="v1.2.0")

    assert expected() == comments_of(output)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("make", [rebuild, lambda layout: snapshot(layout, layout.root / "../s")])
def test_they_are_written_again(small, make, monkeypatch):
    """By a rebuild of a store that is kept, and by a snapshot, where the database lacks them."""
    written = []
    monkeypatch.setattr(comments, "are_current", lambda _: False)
    monkeypatch.setattr(comments, "write", written.append)

    make(small.layout)

    assert written


def test_a_comment_is_no_tampering(small):
    """Whatever it says, no definition differs because of it, and verify finds nothing."""
    with exclusive(small.layout), attached_for_writing(small.layout) as connection:
        connection.execute("comment on column facts.runs.run_id is 'something else'")
        connection.execute("comment on table facts.runs is null")

        assert [] == definitions.differences(definitions.objects(connection))
    assert [] == verify(small.layout).findings
