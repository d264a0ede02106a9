"""A run that was stopped goes on where it was, and ends as if it had never stopped."""

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from evalstore.errors import UsageError
from evalstore.running import resume
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold
from evalstore.store.query.reader import reading

from .conftest import CASES

RUN = ("run", "hallucination", "--cases", "60", "--seed", "fixed", "--run-id", "r1")
SLOW = '[systems.simulated-slow]\nkind = "simulated"\nsleep = true\nlatency_ms = 60\n'


def event_ids(layout):
    """Name every event of a store but a run's start and end, and in which pieces it came."""
    with reading(layout) as reader:
        rows = reader.rows(
            "select event_id from log.events "
            "where kind not in ('run_started', 'run_finished', 'ingest_recorded') "
            "order by event_id"
        )
    return [str(row["event_id"]) for row in rows]


def evalstore(folder, *arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "evalstore", *arguments, "--store", "warehouse"],
        cwd=folder,
        env={**os.environ, "EVALSTORE_STORE": "warehouse"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.sweep
def test_a_killed_run_ends_like_an_unbroken_one(tmp_path):
    """After SIGKILL and --resume, every event id equals those of a run that went through."""
    layouts = []
    for name in ("broken", "whole"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "evalstore.toml").write_text(SLOW, encoding="utf-8")
        layout = Layout(folder / "warehouse")
        layout.create()
        layouts.append(layout)
        process = evalstore(folder, *RUN, "--system", "simulated-slow", "--concurrency", "2")
        if name == "broken":
            # Some answers are in the inbox, and far from all.
            deadline = time.monotonic() + 60
            while len(list(layout.inbox.glob("*.parquet"))) < 2 and time.monotonic() < deadline:
                time.sleep(0.05)
            process.send_signal(signal.SIGKILL)
            process.wait()
            fold(layout)
            before = len(event_ids(layout))
            process = evalstore(folder, "run", "--resume", "r1")
        _, said = process.communicate(timeout=120)

        assert 0 == process.returncode, said.decode()

    broken, whole = layouts
    assert 0 < before < len(event_ids(whole))
    assert event_ids(whole) == event_ids(broken)


@pytest.mark.sweep
def test_a_finished_run_asks_nothing(bench):
    """Resuming a run that has every answer appends no answer."""
    bench.run()
    asked_count = len(bench.systems["adder"].asked)

    bench.run(recorded=resume.recorded_run(bench.layout, "r1"))

    assert asked_count == len(bench.systems["adder"].asked)


def test_only_what_is_missing_is_asked(bench):
    """After an interrupt the rest is asked, and nothing twice."""

    def stop(progress):
        if progress.done_count == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bench.run(on_progress=stop, concurrency=1)
    recorded = resume.recorded_run(bench.layout, "r1")
    bench.systems["adder"].asked.clear()
    bench.run(recorded=recorded, concurrency=1)

    assert 6 - len(recorded.answered) == len(bench.systems["adder"].asked)
    assert [("completed",)] == bench.rows("select run_status from facts.runs")
    assert [(6, 6)] == bench.rows("select count(*), count(distinct case_id) from facts.responses")


@pytest.mark.sweep
def test_interrupts_at_a_high_concurrency_leave_no_trace(bench):
    """Stopped again and again with 16 questions in flight, a run ends like one never stopped."""
    bench.cases = tuple(
        dataclasses.replace(
            CASES[0],
            case_id=f"sum-{number}",
            turns=(f"What is {number} + {number}?",),
            expected=str(2 * number),
            session_id=f"session-{number // 3}",
        )
        for number in range(90)
    )
    bench.run("whole", concurrency=16)
    recorded = None
    for stopping in (10, 40, 70):

        def stop(progress, stopping=stopping):
            if progress.done_count >= stopping:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            bench.run("broken", on_progress=stop, concurrency=16, recorded=recorded)
        recorded = resume.recorded_run(bench.layout, "broken")
    bench.run("broken", concurrency=16, recorded=recorded)
    rows = bench.rows(
        "select run_id, case_id, attempt, status, answer, outcome, validator_id "
        "from facts.scored order by all"
    )

    assert 180 == len(rows)
    assert [row[1:] for row in rows if row[0] == "whole"] == [
        row[1:] for row in rows if row[0] == "broken"
    ]
    assert [("completed",)] == bench.rows("select distinct run_status from facts.runs")


def test_a_run_of_others_cannot_be_resumed(bench):
    """A run that was ingested has no plan to go on with."""
    from evalstore.harnesses.append import append_events

    events = [{"kind": "run_started", "run_id": "theirs", "payload": {"suite": "quiz"}}]
    append_events(bench.layout, events, source="test")
    fold(bench.layout)

    with pytest.raises(UsageError, match="not started by `evalstore run`"):
        resume.recorded_run(bench.layout, "theirs")


@pytest.mark.sweep
def test_the_plan_is_in_the_log(bench):
    """What run_started holds is enough to know what was asked, and by which versions."""
    bench.run()
    [(payload,)] = bench.rows("select payload from log.events where kind = 'run_started'")
    config = json.loads(payload)["config"]

    assert {"adder": {"kind": "made"}} == config["systems"]
    assert {"adder": {"model": "adder-1"}} == config["configurations"]
    assert {"judge": "1"} == config["validators"]
