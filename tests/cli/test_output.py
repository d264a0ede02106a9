"""What commands print can be read: by programs in the promised shape, by people without harm."""

import csv
import io
import json
import re
import shutil
import subprocess
import sys

import duckdb
import pytest

from evalstore.cli import call_command
from tests.cli.conftest import write
from tests.kept_stores import copy

HOSTILE = '=HYPERLINK("http://x")\x1b[31m\x07,\n"quoted" <script>alert(1)</script> \u202e'
KINDS = 14


@pytest.fixture
def hostile_store(folder, made_store):
    """The store of one run, and a run whose names and answers are hostile text."""
    events = [
        ("run_started", {"suite": "=cmd|' /C calc'!A0"}),
        ("case_generated", {"case_id": "c1", "domain": "@math", "prompt": HOSTILE}),
        (
            "response_recorded",
            {"case_id": "c1", "system_id": "+evil", "status": "ok", "text": HOSTILE},
        ),
        (
            "verdict_recorded",
            {
                "case_id": "c1", "system_id": "+evil", "validator_id": "factual",
                "outcome": "wrong", "reason": HOSTILE, "tags": ["-tag"],
            },
        ),
    ]  # fmt: skip
    lines = [
        json.dumps({"kind": kind, "run_id": "-r2", "payload": payload}) for kind, payload in events
    ]

    def make(kept):
        shutil.copytree(made_store, kept)
        path = write(kept / "hostile.ndjson", lines)
        assert call_command(["ingest", str(path), "--store", str(kept / "warehouse")]) == 0

    copy("hostile", make, folder)
    return folder / "warehouse"


def view_columns(store, name):
    """Read a view's columns with a DuckDB client of its own."""
    with duckdb.connect() as connection:
        connection.execute(
            f"attach '{store / 'evalstore.duckdb'}' as evalstore (type duckdb, read_only)"
        )
        connection.execute("use evalstore")
        return [row[0] for row in connection.execute(f"describe metrics.{name}").fetchall()]


def test_show_as_json(store, evalstore):
    """A list of rows with the view's columns."""
    [row] = json.loads(evalstore("show", "accuracy", "--format", "json").out)

    assert view_columns(store, "accuracy") == list(row)
    assert (0.5, 2, "r1") == (row["accuracy"], row["scored_count"], row["run_id"])


@pytest.mark.parametrize("command", [["query", "from metrics.accuracy"], ["show", "accuracy"]])
def test_rows_as_csv(store, evalstore, command):
    """A header line first, then rows; a value that is not there is an empty cell."""
    rows = list(csv.reader(io.StringIO(evalstore(*command, "--format", "csv").out)))

    assert view_columns(store, "accuracy") == rows[0]
    assert all(len(row) == len(rows[0]) for row in rows)
    assert len(rows) > 1


def test_an_empty_table_has_a_header(store, evalstore):
    """No row is not no table."""
    found = evalstore("query", "select run_id, suite from facts.runs where false", "--format=csv")

    assert found.out == "run_id,suite\n"


@pytest.mark.sweep
def test_ingest_as_json(store, folder, evalstore):
    """The counts read, new, duplicate, revised and skipped, with the reasons of skips."""
    text = (folder / "events.ndjson").read_text()
    new = '{"kind":"run_started","run_id":"r3","payload":{"suite":"s"}}'
    revised = text.splitlines()[2].replace('"6"', '"7"').replace('"4"', '"5"')
    (folder / "again.ndjson").write_text(f"{text}{revised}\n{new}\n{{}}\n[]\n")

    counts = json.loads(evalstore("ingest", "again.ndjson", "--json").out)

    names = ("read", "new", "duplicate", "revised", "skipped_count")
    assert (12, 1, 8, 1, 2) == tuple(counts[name] for name in names)
    assert counts["skipped_count"] == sum(counts["skipped"].values())


@pytest.mark.thinned(18)
@pytest.mark.parametrize(
    "command",
    [
        "metrics", "runs", "failures", "failures --by tag", "show ece", "doctor", "verify", "fold",
        "schema", "schema retracted", "init", "rebuild", "report -o x.html", "chart ece -o x.svg",
        "snapshot x.duckdb", "gate --dry-run", "ingest events.ndjson",
    ],
)  # fmt: skip
def test_json_is_json(store, evalstore, gates, command):
    """Whatever prints JSON prints nothing else on stdout, and no NaN."""
    gates('metric = "accuracy"\nmin = 0.5')
    flag = [] if command.startswith("schema") else ["--json"]

    found = evalstore(*command.split(), *flag)

    assert found.code == 0
    assert json.loads(found.out, parse_constant=pytest.fail)


def test_every_kind_has_a_schema(evalstore):
    """All thirteen kinds and the line around them are printed at once."""
    schemas = json.loads(evalstore("schema").out)

    assert KINDS + 1 == len(schemas)


@pytest.mark.thinned(4)
@pytest.mark.parametrize("command", ["failures", "failures --by tag", "runs", "show accuracy"])
def test_no_formulas_in_csv(hostile_store, evalstore, command):
    """No cell starts as a spreadsheet's formula would; a negative number stays a number."""
    sql = "from facts.failures" if command == "runs" else None
    arguments = ["query", sql] if sql else command.split()
    rows = list(csv.reader(io.StringIO(evalstore(*arguments, "--format", "csv").out)))
    formulas = [cell for row in rows for cell in row if cell[:1] in set("=+-@\t\r")]

    assert [] == formulas
    assert any("-r2" in cell for row in rows for cell in row)


def test_negative_numbers_are_no_formulas(store, evalstore):
    """A number below zero gets no apostrophe."""
    found = evalstore("query", "select -0.5 as gap, '-0.5' as text", "--format", "csv")

    assert found.out == "gap,text\n-0.5,'-0.5\n"


@pytest.mark.thinned(4)
@pytest.mark.parametrize("command", ["failures", "runs", "show accuracy", "failures --by tag"])
def test_no_escapes_reach_the_terminal(hostile_store, evalstore, command):
    """Control characters of model output are shown, not sent."""
    found = evalstore(*command.split())
    controls = {character for character in found.out + found.err if ord(character) < 32}

    assert controls <= {"\n"}


@pytest.mark.sweep
def test_json_keeps_the_text(hostile_store, evalstore):
    """What a program reads is what was recorded, to the last character."""
    rows = json.loads(evalstore("failures", "--run", "-r2", "--format", "json").out)

    assert [HOSTILE] == [row["reason"] for row in rows]


def test_messages_hold_no_escapes(store, evalstore):
    """A hostile name in an error message is shown, not sent."""
    found = evalstore("show", "accuracy", "--run", "\x1b[31mred")

    assert found.code == 2
    assert "\x1b" not in found.err


@pytest.mark.sweep
def test_a_reader_that_leaves(store, folder):
    """A pipe that closes early is no error and no traceback."""
    command = f"{sys.executable} -m evalstore query 'from range(200000)' --format csv | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (0, "range\n", "") == (done.returncode, done.stdout, done.stderr)


def test_parquet(store, folder, evalstore):
    """The rows of a metric as Parquet are the rows of the view."""
    evalstore("show", "accuracy", "-o", "accuracy.parquet")
    rows = duckdb.sql(f"select accuracy from '{folder / 'accuracy.parquet'}'").fetchall()

    assert [(0.5,)] == rows


def test_text_cannot_turn_the_reading_direction_round() -> None:
    """A right-to-left override in model output is shown as what it is."""
    from evalstore.base.text_table import cell

    assert "abc\\u202edcba" == cell("abc\u202edcba")


def test_a_table_of_runs_has_short_commits(store, folder, evalstore) -> None:
    """Seven characters, as Git abbreviates them; JSON has the whole hash."""
    payload = {"suite": "s", "git_sha": "3b8e5f60d1c2a7948e6f5d4c3b2a190817263544"}
    line = json.dumps({"kind": "run_started", "run_id": "r2", "payload": payload})
    (folder / "commit.ndjson").write_text(f"{line}\n")
    evalstore("ingest", "commit.ndjson")

    assert " 3b8e5f6 " in evalstore("runs").out
    assert payload["git_sha"] in [
        run["git_sha"] for run in json.loads(evalstore("runs", "--json").out)
    ]


TEXTS = "select text as \"\x1b]0;\u202e\", text from facts.answers where run_id = '-r2'"


@pytest.mark.parametrize("row_format", ["table", "csv", "json"])
def test_a_terminal_gets_no_control_characters(hostile_store, evalstore, monkeypatch, row_format):
    """In every format a terminal gets them spelled out; a pipe gets the exact values."""
    command = ("query", TEXTS, "--format", row_format)
    exact = evalstore(*command).out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    # What is written for a bold name is our own.
    shown = re.sub(r"\x1b\[[01]m", "", evalstore(*command).out)

    assert row_format == "table" or "\u202e" in exact
    assert not set("\x1b\x07\u202e") & set(shown)
    assert "\\u202e" in shown
    if row_format == "json":
        assert json.loads(exact) == json.loads(shown)


def test_hostile_domains_stay_text_in_a_plan(folder, evalstore):
    """A domain of a question file moves no cursor and begins no line where a run is planned."""
    (folder / "q.csv").write_text('question,answer,domain\nx?,y,"a\x1b[2J\nb"\n', encoding="utf-8")
    evalstore("init")
    planned = evalstore("run", "questions", "--set", "file=q.csv", "--dry-run")

    assert "a\\x1b[2J\\x0ab: 1 case" in planned.out.splitlines()
