"""Runs that are not whole: no baseline, no part of a history, and said so."""

import json

import pytest

from evalstore.cli import call_command
from evalstore.harnesses.append import record_own
from evalstore.store import connections
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.log import segment
from tests.gates.gated import NO_REGRESSION, Gated, run_of

SHORT = {
    "unfinished": ({"status": None}, "its status is unfinished"),
    "cancelled": ({"status": "cancelled"}, "its status is cancelled"),
    "failed": ({"status": "failed"}, "its status is failed"),
    "of a larger dataset": (
        {"config": {"dataset": {"samples": 9}, "limit": 5}},
        "it has 5 of the 9 cases that were declared",
    ),
    "counted more": ({"counts": {"cases": 7}}, "it has 5 of the 7 cases that were declared"),
    "without responses": (
        {"left_out": "response_recorded"},
        "4 of the 5 cases that were declared have a response",
    ),
    "redacted": ({}, "1 of its events have lost their payload"),
}


def short_run(run_id, day, *, status="completed", counts=None, left_out=None, config=None):
    """A run of five right answers that something is wrong with."""
    events = run_of(run_id, ["right"] * 5, day=day, git_branch="main", config=config or {})
    finished = events.pop()["payload"] | {"status": status}
    if counts:
        finished["counts"] = counts
    if left_out:
        events.remove(next(event for event in events if event["kind"] == left_out))
    if status:
        events.append(events[0] | {"kind": "run_finished", "payload": finished})
    return events


@pytest.mark.thinned(9)
@pytest.mark.parametrize("state", SHORT)
def test_a_run_that_is_not_whole_is_no_baseline(gated: Gated, state: str):
    """It is passed over, and the one before it taken; by its own id it decides nothing."""
    fields, words = SHORT[state]
    gated.add(run_of("whole", ["right"] * 5, git_branch="main"))
    gated.add(short_run("short", 2, **fields))
    gated.add(run_of("new", ["right"] * 5, day=3))
    if state == "redacted":
        redact(gated.store.layout, "short")
        [(event_id,)] = gated.store.query(
            "select event_id::varchar from log.events where payload is null"
        ).rows()
        payload = {"event_id": event_id, "reason": "a name"}
        event = {"kind": "redacted", "run_id": "short", "payload": payload}
        record_own(gated.store.layout, [event], command="redact")
    code, [decision] = gated(NO_REGRESSION, "--baseline", "run:short", "--no-record")
    passed, [other] = gated(NO_REGRESSION, "--baseline", "branch:main", "--no-record")

    assert (3, "undecided") == (code, decision["decision"])
    assert f"short cannot be a baseline: {words}" in decision["reason"]
    assert (0, "whole") == (passed, other["baseline_run_id"])


def redact(layout, run_id):
    """Take the payload of a run's first verdict out of the segments, and make the rest anew."""
    for path in segment.on_disk(layout):
        with connections.connect() as connection:
            footer = segment.read_footer(connection, path).to_json()
            connection.execute(
                "create table t as select * replace (if(run_id = $run_id and position = (select "
                "min(position) from read_parquet($file) where run_id = $run_id and kind = "
                "'verdict_recorded'), null, payload) as payload) from read_parquet($file)",
                {"file": str(path), "run_id": run_id},
            )
            connection.execute(
                "copy t to $file (format parquet, kv_metadata {evalstore: $footer})",
                {"file": str(path), "footer": footer},
            )
    rebuild(layout)


@pytest.mark.sweep
def test_history_and_trends_are_of_whole_runs(gated: Gated):
    """A run under a limit neither moves an adaptive threshold nor stands in a trend."""
    limited = {"dataset": {"samples": 40}, "limit": 5}
    for day in range(1, 7):
        gated.add(run_of(f"r{day}", ["right"] * 5, day=day))
    gated.add(run_of("limited", ["wrong"] * 5, day=7, config=limited))
    gated.add(run_of("new", ["right"] * 5, day=8, config=limited))
    text = '[[gate]]\nmetric = "accuracy"\nadaptive = {}\n'
    code, [decision] = gated(text)
    gated.capsys.readouterr()
    call_command(["trends", "accuracy", "--store", str(gated.store.layout.root), "--json",
                  "--suite", "s"])  # fmt: skip
    trend = json.loads(gated.capsys.readouterr().out)

    assert (0, "pass") == (code, decision["decision"])
    assert "over 6 runs" in decision["threshold"]
    assert "the run: it has 5 of the 40 cases that were declared" in decision["reason"]
    assert 2 == trend["left_out_count"]
