"""A connection with the door set up, and how the tests send lines through it."""

import duckdb
import pytest

from evalstore.base import sql_files
from evalstore.events import classify, prefilter


@pytest.fixture(scope="package", autouse=True)
def both_paths():
    """Take the fast path for the few events of a test, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prefilter, "FAST_PATH_MIN", 0)
        yield


@pytest.fixture(scope="module")
def connection():
    """An in-memory database that knows the macros of the door."""
    with duckdb.connect() as connection:
        classify.prepare(connection)
        connection.execute(
            sql_files.read("sql/append/line_files"),
            {"file_number": [1], "source": ["here"], "line_offset": [1]},
        )
        yield connection


@pytest.fixture(scope="module")
def classified(connection):
    """Send lines through the door: what is kept, what is skipped and why, and the counts."""

    def classify_lines(lines):
        connection.execute(
            "create or replace temp table lines as "
            "select 1 as file_number, unnest($lines) as line",
            {"lines": lines},
        )
        connection.execute(
            f"create or replace temp table candidates as {sql_files.read('ingest/event_lines')}"
        )
        changed = classify.classify(connection, are_prefiltered=True)
        accepted = connection.execute("select payload, subject from accepted order by ordinal")
        kept = accepted.fetchall()
        skipped = connection.execute(
            "select reason, detail, location from skipped order by ordinal"
        )
        return kept, skipped.fetchall(), changed[1]

    return classify_lines
