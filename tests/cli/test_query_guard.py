"""``query`` reads the store and nothing else, whatever it is asked."""

import io
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

READING = (
    "select 1 as one",
    "from facts.runs",
    "with runs as (from facts.runs) select run_id from runs",
    "values (1), (2)",
    "describe facts.runs",
    "summarize facts.scored",
    "(select 1) union all (select 2)",
    "select 1;",
)
WRITING = (
    "insert into log.events select * from log.events",
    "update log.events set kind = 'x'",
    "delete from facts.runs",
    "truncate log.events",
    "create table mine as select 1",
    "create temp table mine as select 1",
    "create view mine as select 1",
    "drop view metrics.accuracy",
    "alter table facts.runs add column mine integer",
    "drop trigger events_no_delete on log.events",
    "copy (select 1) to 'stolen.csv'",
    "copy facts.runs from 'events.ndjson'",
    "export database 'stolen'",
    "attach 'mine.duckdb' as mine",
    "detach evalstore",
    "use memory",
    "set memory_limit = '100GB'",
    "reset memory_limit",
    "pragma database_list",
    "checkpoint",
    "vacuum",
    "install httpfs",
    "load httpfs",
    "call pragma_version()",
    "begin",
    "prepare mine as select 1",
    "explain analyze delete from facts.runs",
    "with gone as (delete from facts.runs returning *) select * from gone",
    "select 1; select 2",
    "select 1; drop view metrics.accuracy",
    "",
    "-- nothing",
    "selec 1",
    "select '",
)
OUTSIDE = (
    "select * from read_csv('events.ndjson')",
    "select * from read_text('events.ndjson')",
    "select * from read_blob('/etc/hostname')",
    "select * from read_json('events.ndjson')",
    "select * from read_parquet('warehouse/segments/*.parquet')",
    "select * from 'events.ndjson'",
    "select * from glob('*')",
    "select * from sniff_csv('events.ndjson')",
    "select * from parquet_metadata('warehouse/segments/*.parquet')",
    "select * from query('drop view metrics.accuracy')",
    "select * from read_csv('https://example.org/x.csv')",
    "select * from sqlite_scan('x', 'y')",
)
FAILING = (
    "select absent from facts.runs",
    "from facts.absent",
    "select 1 / 'a'",
    "select $missing",
    "select error('on purpose')",
    "select cast('x' as integer)",
)


@pytest.mark.parametrize("sql", READING)
def test_reading_is_allowed(store, evalstore, sql):
    """One statement that only reads gives its rows."""
    found = evalstore("query", sql, "--json")

    assert found.code == 0
    assert json.loads(found.out)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("sql", WRITING)
def test_writing_is_refused(store, folder, evalstore, sql):
    """What is no single reading statement is refused by name, and no byte has changed."""
    before = contents(folder)

    found = evalstore("query", sql)

    assert found.code == 2
    assert found.err.startswith("Error: ")
    assert "unexpected" not in found.err
    assert before == contents(folder)


def contents(folder):
    """Return every file below a folder with its bytes."""
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.thinned(3)
@pytest.mark.parametrize("sql", OUTSIDE)
def test_files_and_network_are_out_of_reach(store, evalstore, sql):
    """A function that would read a file or a URL does not."""
    found = evalstore("query", sql)

    assert found.code == 2
    assert found.out == ""
    assert "unexpected" not in found.err


@pytest.mark.parametrize("sql", FAILING)
def test_failing_statements(store, evalstore, sql):
    """A statement that fails gives the database's own sentence."""
    found = evalstore("query", sql)

    assert found.code == 2
    assert found.err.startswith("Error: ")
    assert "unexpected" not in found.err


def test_time_is_limited(store, evalstore):
    """A statement that takes too long is stopped, and the way out is named."""
    sql = "select count(*) from range(100000) as one(a), range(10000000) as two(b) where a > b"

    found = evalstore("query", sql, "--timeout", "0.3")

    assert found.code == 2
    assert "allow more with --timeout" in found.err


def test_memory_is_limited(store, evalstore):
    """A statement that takes too much memory is refused, and nothing spills without end."""
    sql = "select list(i order by hash(i)) from range(30000000) as numbers(i)"

    found = evalstore("query", sql, "--memory", "50MB")

    assert found.code == 2
    assert "memory" in found.err.lower()


@pytest.mark.sweep
def test_one_long_value_is_limited_too(store, evalstore):
    """A string that DuckDB does not count against its limit is refused by the process's own."""
    before = resource.getrlimit(resource.RLIMIT_DATA)
    said = [
        evalstore("query", sql, "--memory", "100MB", "--json")
        for sql in ("select repeat('a', 600000000)", "select repeat('a', 90000000) from range(9)")
    ]

    assert [(2, "")] * 2 == [(found.code, found.out) for found in said]
    assert all("allow more with --memory" in found.err for found in said)
    assert before == resource.getrlimit(resource.RLIMIT_DATA)


@pytest.mark.sweep
def test_a_statement_that_heeds_no_interrupt_ends_with_its_process(store, evalstore):
    """The process ends with code and message, and leaves no temporary files."""
    ended = subprocess.Popen(
        [sys.executable, "-m", "evalstore", "query", "select repeat('a', 2000000000)",
         "--timeout", "0.3", "--memory", "8GB", "--store", str(store)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    out, err = ended.communicate()

    assert (2, "") == (ended.returncode, out)
    assert "the process was ended" in err
    assert "Traceback" not in err
    assert not Path(tempfile.gettempdir(), f"evalstore-{ended.pid}").exists()
    assert 0 == evalstore("query", "select 1").code


def test_a_time_that_cannot_be_waited_for_is_refused(store, evalstore):
    """No statement runs without an end because its time is no number, or is too long."""
    said = [evalstore("query", "select 1", "--timeout", text) for text in ("nan", "inf", "1e12")]

    assert [(2, "")] * 3 == [(found.code, found.out) for found in said]
    assert all("expected seconds" in found.err for found in said)


def test_what_is_no_text_is_refused(store, evalstore, monkeypatch):
    """Bytes that are not UTF-8, of the command line or of stdin."""
    argument = evalstore("query", "select '\udcff'")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"select '\xff'"), "utf-8"))
    stdin = evalstore("query", "-")

    assert [2, 2] == [argument.code, stdin.code]
    assert "not UTF-8" in argument.err
    assert "not UTF-8 at byte 8" in stdin.err


@pytest.mark.parametrize("size", ["much", ""])
def test_wrong_memory(store, evalstore, size):
    """A size that is none is named."""
    found = evalstore("query", "select 1", "--memory", size)

    assert found.code == 2
    assert found.err.startswith("Error: ")
    assert "unexpected" not in found.err


def test_parameters_are_values(store, evalstore):
    """A parameter is never read as SQL."""
    hostile = "r1' or 1 = 1 --"

    found = evalstore(
        "query", "select $run as run_id", "--param", f"run={hostile}", "--format", "json"
    )

    assert [{"run_id": hostile}] == json.loads(found.out)


def test_stdin(store, evalstore, monkeypatch):
    """A dash reads the statement from stdin."""
    monkeypatch.setattr("sys.stdin", open_text("select 42 as answer"))

    assert [{"answer": 42}] == json.loads(evalstore("query", "-", "--json").out)


def open_text(text):
    return io.StringIO(text)


def test_the_whole_message_is_shown(store, evalstore):
    """The candidates, the place, and where the names stand."""
    column = evalstore("query", "select promt from facts.answers").err.splitlines()
    elsewhere = evalstore("query", "select prompt from facts.runs").err
    table = evalstore("query", "from facts.answrs").err

    assert 'Candidate bindings: "prompt"' in column[1]
    assert ["LINE 1: select promt from facts.answers", "^^^^^"] == [
        column[2], column[3].strip()
    ]  # fmt: skip
    assert "facts.answers, facts.cases" in elsewhere
    assert "have a column prompt" in elsewhere
    assert 'Did you mean "answers"?' in table
    assert "Run `evalstore tables` to list" in table


def test_plans_and_summaries_are_read_as_they_are_drawn(store, evalstore):
    """A plan over several lines, a summary with its texts in full."""
    plan = evalstore("query", "explain from facts.runs").out
    summary = evalstore("query", "summarize select repeat('x', 100) as text").out

    assert "facts.runs" in plan
    assert r"\x0a" not in plan
    assert len(plan.splitlines()) > 3
    assert f"text         VARCHAR      {'x' * 100}  {'x' * 100}" in summary


def test_an_empty_list_of_tables_says_where_they_are(store, evalstore):
    """SHOW TABLES lists one schema, which has none of ours."""
    assert "run `evalstore tables` to list" in evalstore("query", "show tables").err
