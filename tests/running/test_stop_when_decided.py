"""A run that may stop early does so where its gates are decided, and says so everywhere."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

import evalstore
from evalstore.cli import call_command
from evalstore.gates.looks.stopping import why_stop
from evalstore.gates.run_gates import GateQuery, configured, decided
from evalstore.plugins.case import Case
from evalstore.running.case_order import drawn
from evalstore.store.layout import Layout

COUNT = 120
NOT_ASKED = "not asked: the run was stopped when its gates had decided"
SYSTEM = """
[systems.simulated]
kind = "simulated"
accuracy = {accuracy}
abstention_rate = 0
calibration_slope = 0
"""
SLOW = "sleep = true\nlatency_ms = 100\n"
GATE = """
[[gate]]
id = "no-drop"
metric = "accuracy"
max_drop = 0.0
require = "{require}"
baseline = "run:before"
"""
RUN = ("run", "questions", "--system", "simulated", "--set", "file=q.csv", "--concurrency", "12")
STOPPING = (*RUN, "--stop-when-decided")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with questions, and a store with a run to compare with."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EVALSTORE_STORE", "warehouse")
    rows = "".join(f"q{n},What is {n} + {n}?,{2 * n}\n" for n in range(COUNT))
    (tmp_path / "q.csv").write_text(f"case_id,question,expected\n{rows}", encoding="utf-8")
    configure(0.9)
    Layout(tmp_path / "warehouse").create()
    assert call_command([*RUN, "--seed", "s1", "--run-id", "before"]) == 0
    return tmp_path


def configure(accuracy, extra="", require="shown"):
    text = SYSTEM.format(accuracy=accuracy) + extra + GATE.format(require=require)
    Path("evalstore.toml").write_text(text, encoding="utf-8")


def rows(sql):
    return evalstore.open("warehouse").query(sql).to_dicts()


def test_a_bad_system_stops_early(folder, capsys):
    """With fewer answers, the first that the seed draws, and a status and a reason of its own."""
    configure(0.4)
    assert call_command([*STOPPING, "--seed", "s2", "--run-id", "bad"]) == 0
    said = capsys.readouterr()
    cases = rows("select case_id from facts.cases where run_id = 'bad'")
    known = {row["case_id"] for row in rows(
        "select case_id from facts.responses where run_id = 'bad'"
    )}  # fmt: skip
    order = drawn([Case(row["case_id"], "d", "g", ("?",), ()) for row in cases], "s2")

    assert said.out.startswith("stopped: ")
    assert "stopped early: no-drop fails: on the first" in said.err
    assert 0 < len(known) < COUNT == len(cases)
    assert known == {case.case_id for case in order[: len(known)]}
    assert rows("select run_status from facts.runs where run_id = 'bad'") == [
        {"run_status": "stopped"}
    ]

    assert call_command(["show", "accuracy", "--run", "bad", "--counted"]) == 0
    assert NOT_ASKED in capsys.readouterr().out
    assert call_command(["show", "accuracy", "--run", "bad"]) == 0
    assert f"{COUNT - len(known)} cases left out, {NOT_ASKED}" in capsys.readouterr().err
    assert call_command(["explain", "accuracy", "--run", "bad", "--rows", "0"]) == 0
    assert f"left out: {NOT_ASKED}" in capsys.readouterr().out
    assert call_command(["report", "--run", "bad", "-o", "bad.html"]) == 0
    page = Path("bad.html").read_text(encoding="utf-8")
    assert f"Left out: {COUNT - len(known)} cases ({NOT_ASKED})" in page
    capsys.readouterr()

    assert call_command(["gate", "--run", "bad", "--while-running", "--json"]) == 1
    [decision] = json.loads(capsys.readouterr().out)["gates"]
    assert decision["decision"] == "fail"
    assert call_command(["gate", "--run", "bad", "--json"]) == 3
    [decision] = json.loads(capsys.readouterr().out)["gates"]
    assert "it was stopped early" in decision["reason"]
    assert call_command(["run", "--resume", "bad"]) == 0
    assert capsys.readouterr().out.startswith("stopped: ")
    assert len(rows("select 1 from facts.responses where run_id = 'bad'")) == len(known)


def test_no_run_stops_on_facts_that_were_changed(folder):
    """What a glance decides is decided again, the facts held against the segments."""
    configure(0.4)
    assert call_command([*STOPPING, "--seed", "s2", "--run-id", "bad"]) == 0
    layout = Layout(folder / "warehouse")
    query = GateQuery(Path("evalstore.toml"), run_id="bad", while_running=True)
    gates, control = configured(query)
    assert why_stop(layout, query, gates, control).startswith("no-drop fails")

    with duckdb.connect(str(layout.database)) as connection:
        connection.execute("update facts.responses set latency_ms = 1 where run_id = 'bad'")
    glance = decided(layout, replace(query, is_glance=True), gates, control)
    assert glance.answer == "fail"
    assert why_stop(layout, query, gates, control) is None


@pytest.mark.sweep
def test_a_good_system_is_asked_to_the_end(folder, capsys):
    """Nothing is saved where nothing changed."""
    configure(0.95)
    assert call_command([*STOPPING, "--seed", "s3", "--run-id", "good"]) == 0

    assert capsys.readouterr().out.startswith("completed: ")
    assert len(rows("select 1 from facts.responses where run_id = 'good'")) == COUNT
    assert call_command(["gate", "--run", "good", "--while-running"]) == 0


def test_gates_that_no_look_decides_are_refused(folder, capsys):
    """Before anything is asked."""
    configure(0.9, require="point")

    assert call_command([*STOPPING, "--run-id", "idle"]) == 2
    assert "no gate of evalstore.toml can stop a run early" in capsys.readouterr().err
    assert rows("select 1 from facts.runs where run_id = 'idle'") == []


@pytest.mark.sweep
def test_a_killed_run_still_stops_early(folder, capsys):
    """After SIGKILL and --resume it asks on in the drawn order and looks again."""
    configure(0.4, SLOW)
    process = subprocess.Popen(
        [sys.executable, "-m", "evalstore", *STOPPING, "--seed", "s2", "--run-id", "bad"],
        cwd=folder, env=dict(os.environ), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    inbox = Layout(folder / "warehouse").inbox
    deadline = time.monotonic() + 60
    while len(list(inbox.glob("*.parquet"))) < 1 and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    capsys.readouterr()

    assert call_command(["run", "--resume", "bad"]) == 0
    assert capsys.readouterr().out.startswith("stopped: ")
    assert 0 < len(rows("select 1 from facts.responses where run_id = 'bad'")) < COUNT
