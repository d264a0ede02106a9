"""The connection for other tools: as PEP 249 and ADBC have it, reading only, in nobody's way."""

import pyarrow
import pytest

from evalstore.errors import QueryError, UsageError
from tests.kept_stores import store_of

EVENTS = [
    {"kind": "run_started", "run_id": "r1", "payload": {"suite": "arithmetic"}},
    {
        "kind": "case_generated",
        "run_id": "r1",
        "payload": {"case_id": "c1", "domain": "math", "prompt": "2 + 2?", "expected": "4"},
    },
    {
        "kind": "response_recorded",
        "run_id": "r1",
        "payload": {"case_id": "c1", "system_id": "s", "status": "ok", "text": "4", "answer": "4"},
    },
]


@pytest.fixture
def store(tmp_path):
    """A store of one answer."""
    return store_of(EVENTS, tmp_path / "store")


def test_rows_are_fetched_as_pep_249_says(store):
    """fetchone, fetchmany and fetchall go on where the last one ended; description has types."""
    cursor = store.connection().cursor()
    assert (None, -1) == (cursor.description, cursor.rowcount)

    cursor.execute("select n, 'x' || n as name from range(5) as r (n)")

    assert [("n", "BIGINT"), ("name", "VARCHAR")] == [column[:2] for column in cursor.description]
    assert 5 == cursor.rowcount
    assert (0, "x0") == cursor.fetchone()
    assert [(1, "x1")] == cursor.fetchmany()
    assert [(2, "x2"), (3, "x3")] == cursor.fetchmany(2)
    assert [(4, "x4")] == cursor.fetchall()
    assert ([], None) == (cursor.fetchall(), cursor.fetchone())


@pytest.mark.sweep
def test_parameters_are_of_connection_and_statement(store):
    """A statement takes those that it names; its own go before the connection's."""
    cursor = store.connection(run="r1", case="none").cursor()

    assert [(1,)] == cursor.execute("select 1").fetchall()
    assert [("r1",)] == cursor.execute(
        "select run_id from facts.runs where run_id = $run"
    ).fetchall()
    found = cursor.execute("select text from facts.answers where case_id = $case", {"case": "c1"})
    assert [("4",)] == found.fetchall()


@pytest.mark.sweep
def test_a_fold_does_not_wait_for_a_connection(store):
    """With a connection open and rows unfetched, events are folded at once, and seen by it."""
    connection = store.connection()
    cursor = connection.cursor().execute("from log.events")

    counts = store.append([{"kind": "run_started", "run_id": "r2", "payload": {"suite": "other"}}])

    assert 1 == counts.new
    assert 4 == len(cursor.fetchall())
    assert [(2,)] == connection.cursor().execute("select count(*) from facts.runs").fetchall()


def test_what_cannot_be_is_refused(store):
    """Writing, positional parameters and fetching of nothing each say what to do."""
    cursor = store.connection().cursor()

    with pytest.raises(QueryError, match="only reads"):
        cursor.execute("delete from log.events")
    # DuckDB raises an error of its own for the first while it parses, a TypeError for the second.
    for statement in ("vacuum full", "select '\ud800'"):
        with pytest.raises(QueryError):
            cursor.execute(statement)
    with pytest.raises(UsageError, match="expected a mapping with a value for each \\$name"):
        cursor.execute("select $a", [1])
    with pytest.raises(UsageError, match="call execute\\(\\) first"):
        cursor.fetchall()
    cursor.execute("select 1").close()
    with pytest.raises(UsageError, match="call execute\\(\\) first"):
        cursor.fetch_arrow_table()


def test_the_catalog_is_adbcs(store):
    """Schemas, relations and columns, each with the type that Arrow has for it, else as text."""
    connection = store.connection()

    [catalog] = connection.adbc_get_objects(depth="tables").read_all().to_pylist()
    [only] = connection.adbc_get_objects(db_schema_filter="log").read_all().to_pylist()
    schema = connection.adbc_get_table_schema("answers", db_schema_filter="facts")

    names = {
        part["db_schema_name"]: {table["table_name"] for table in part["db_schema_tables"]}
        for part in catalog["catalog_db_schemas"]
    }
    assert {"facts", "log", "metrics"} == names.keys()
    assert {"answers", "scored"} < names["facts"]
    assert ["log"] == [part["db_schema_name"] for part in only["catalog_db_schemas"]]
    assert pyarrow.float64() == schema.field("confidence").type
    assert pyarrow.string() == schema.field("verdicts").type
    with pytest.raises(UsageError, match=r"no relation facts\.answer;"):
        connection.adbc_get_table_schema("answer")
    with pytest.raises(StopIteration):
        connection.adbc_get_objects(catalog_filter="other").read_next_batch()


def test_ends_of_transactions_do_nothing(store):
    """Tools call them, and there is nothing to end."""
    connection = store.connection()

    connection.commit()
    connection.rollback()
    connection.close()

    assert [(1,)] == connection.cursor().execute("select 1").fetchall()
