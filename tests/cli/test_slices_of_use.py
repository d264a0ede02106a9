"""Slices of what attempts used, as users of the command line ask for them."""

import json
import re

import pytest

from evalstore.cli import call_command

SEARCH = [{"name": "search", "call_count": 1, "error_count": 0}]
# By run: case, tools and outcome of each answer.
RUNS = {
    "r1": [("c1", SEARCH, "right"), ("c2", SEARCH, "wrong"), ("c3", [], "right"),
           ("c4", [], "right")],
    "r2": [("c1", SEARCH, "wrong"), ("c2", [], "right"), ("c3", [], "wrong"),
           ("c4", None, "right")],
    "plain": [("c1", None, "right")],
}  # fmt: skip


def events(run_id, answers):
    yield "run_started", {"suite": "quiz", "systems": ["maia"]}
    for case_id, tools, outcome in answers:
        about = {"case_id": case_id, "system_id": "maia"}
        yield "case_generated", {"case_id": case_id, "domain": "sea"}
        yield "response_recorded", {**about, "status": "ok", "text": run_id, "tools": tools}
        yield "verdict_recorded", {**about, "validator_id": "factual", "outcome": outcome}
    yield "run_finished", {"status": "completed"}


@pytest.fixture(scope="module")
def made_store(tmp_path_factory):
    """A store of two runs that search, and one of which nobody knows."""
    folder = tmp_path_factory.mktemp("quiz")
    path = folder / "quiz.ndjson"
    path.write_text(
        "".join(
            json.dumps({"kind": kind, "run_id": run_id, "payload": payload}) + "\n"
            for run_id, answers in RUNS.items()
            for kind, payload in events(run_id, answers)
        )
    )
    assert call_command(["init", "--store", str(folder / "store")]) == 0
    assert call_command(["ingest", str(path), "--store", str(folder / "store")]) == 0
    return folder / "store"


@pytest.mark.sweep
def test_show_and_its_reason(evalstore, made_store):
    """A run that has the slice shows it, and one that has not says why."""
    about = ("--slice", "called_tool", "--store", made_store)
    rows = json.loads(evalstore("show", "accuracy", "--run", "r1", *about, "--json").out)
    none = evalstore("show", "accuracy", "--run", "plain", *about)
    costs = evalstore("show", "accuracy", "--slice", "cost_usd", "--store", made_store)
    wrong = evalstore("show", "accuracy", "--slice", "called_tool=find", "--store", made_store)

    assert [("none", 1.0), ("search", 0.5)] == [
        (row["slice_value"], row["accuracy"]) for row in rows
    ]
    assert none.code == 0
    assert "none of 1 responses says which tools were called" in none.err
    assert "none of 9 responses has a cost_usd: the response does not say" in costs.err
    assert wrong.code == 2
    assert "no called_tool 'find'; available: none, search" in wrong.err


def test_compare_says_what_it_pairs(evalstore, made_store):
    """Only c1 searched in both runs, and only c3 in neither."""
    compared = ("compare", "r1", "r2", "--slice", "called_tool", "--store", made_store)
    found = json.loads(evalstore(*compared, "--json").out)
    told = evalstore(*compared)

    assert [("none", 1, 1, 1), ("search", 1, 1, 0)] == [
        (row["slice_value"], row["paired_count"], row["left_only_count"], row["right_only_count"])
        for row in found["rows"]
    ]
    assert "called_tool: the slice depends on what attempts used, not on the question" in told.out


@pytest.mark.sweep
def test_a_gate_and_its_report(evalstore, made_store, tmp_path):
    """It decides on the slice, names the case that failed there, and the report counts it."""
    config = tmp_path / "gates.toml"
    config.write_text(
        '[[gate]]\nmetric = "accuracy"\nmin = 0.9\nwhere = "called_tool=search"\n'
        '[[gate]]\nmetric = "accuracy"\nmin = 0.9\nwhere = "called_tool=none"\n'
    )
    about = ("--run", "r1", "--store", made_store)
    issue = tmp_path / "issue.md"
    done = evalstore("gate", "--config", config, "--issue", issue, "--json", *about)
    page = tmp_path / "page.html"
    reported = evalstore("report", "-o", page, *about)

    assert {"called_tool=search": "fail", "called_tool=none": "pass"} == {
        one["slice"]: one["decision"] for one in json.loads(done.out)["gates"]
    }
    assert "c2" in issue.read_text(encoding="utf-8")
    assert reported.code == 0
    assert re.search(r"called_tool = search", page.read_text(encoding="utf-8"))
