"""The command line says what in the input is probably not what was meant, and gates heed it."""

import json

import pytest

from evalstore.api.store import open_store

GATE = '[[gate]]\nmetric = "accuracy"\nmin = %s\nmin_count = 1\n'


def event(kind, run_id="r1", **payload):
    return {"kind": kind, "run_id": run_id, "payload": payload}


def answer(case_id, run_id="r1", **fields):
    return event(
        "response_recorded", run_id, case_id=case_id, system_id="s", status="ok", **fields
    )


def verdict(case_id, run_id="r1"):
    return event(
        "verdict_recorded",
        run_id,
        case_id=case_id,
        system_id="s",
        validator_id="factual",
        outcome="right",
        reason="equal",
    )


START = event("run_started", suite="sums", systems=["s"])
CASES = [event("case_generated", case_id=name, domain="d") for name in ("c1", "c2")]
GOOD = [answer("c1"), verdict("c1"), answer("c2"), verdict("c2")]
MISNAMED = [answer("c1"), verdict("c1"), answer("C2"), verdict("C2")]
END = event("run_finished", status="completed")
SAID = (
    "run r1: 1 response and 1 verdict name 1 case that the run does not declare, C2; the closest "
    "declared case is c2"
)


@pytest.fixture
def ingest(evalstore, folder):
    """Ingest events into a new store of the working folder."""
    assert evalstore("init").code == 0

    def call(events, *options):
        path = folder / "given.ndjson"
        path.write_text("".join(f"{json.dumps(one)}\n" for one in events), encoding="utf-8")
        return evalstore("ingest", path, *options)

    return call


@pytest.fixture
def gate(evalstore, folder):
    """Hold the store's run against a minimum of accuracy."""

    def call(minimum, *options):
        (folder / "gates.toml").write_text(GATE % minimum, encoding="utf-8")
        return evalstore("gate", "--config", "gates.toml", *options)

    return call


def test_words_and_json_name_lines_fields_and_values(ingest):
    """Five repairs of each rule are named and the rest counted; JSON has the same, in fields."""
    events = [answer(f"c{number}", confidence=95) for number in range(7)]
    events += [answer("c9", confidense=0.4)]
    words = ingest(events)
    found = json.loads(ingest(events, "--json", "--run-id", "r2").out)

    assert "  repaired 7: out_of_range\n    line 1: payload.confidence: found 95" in words.out
    assert "a share: 95 % is 0.95\n    and 2 more\n" in words.out
    assert "warning: line 8: found payload.confidense" in words.err
    [file] = found["files"]
    assert ("line 1", "confidence", 95, "a share: 95 % is 0.95") == tuple(
        file["repaired"][0][name] for name in ("locus", "field", "found", "advice")
    )
    assert [("line 8", "confidense", "confidence")] == [
        (one["locus"], one["field"], one["meant"]) for one in file["misspelt_fields"]
    ]
    assert 5 == ingest(events, "--strict", "--run-id", "r3").code


@pytest.mark.sweep
def test_undeclared_cases_are_told_everywhere(ingest, gate, evalstore):
    """By ingest, doctor and the gate, which is broken whatever the value, unless allowed."""
    events = [START, *CASES, *MISNAMED, END]
    assert 5 == ingest(events, "--strict").code
    assert f"warning: {SAID}\n" in ingest(events).err
    assert f"LOOK  cases that their run does not declare: {SAID}" in evalstore("doctor").out
    for minimum in (0.1, 1):
        decided = gate(minimum, "--no-record", "--json")
        [one] = json.loads(decided.out)["gates"]

        assert (4, "broken", True) == (decided.code, one["decision"], SAID in one["reason"])
    assert 0 == gate(0.1, "--no-record", "--allow-undeclared").code
    assert 1 == gate(1, "--no-record", "--allow-undeclared").code


@pytest.mark.sweep
def test_undeclared_cases_are_told_in_json_and_by_the_fold(ingest, evalstore, folder):
    """``ingest --json`` has them as fields, and ``fold`` says so of what it finds in the inbox."""
    found = json.loads(ingest([START, *CASES, *MISNAMED, END], "--json").out)
    assert [SAID] == found["warnings"]
    assert [("C2", "c2", 1)] == [
        (one["example_case_id"], one["closest_case_id"], one["case_count"])
        for one in found["undeclared_cases"]
    ]
    store = open_store(folder / "warehouse")
    store.append([answer("C1", confidence=0.5)], fold=False)
    folded = evalstore("fold", "--json")
    assert (0, 2) == (folded.code, json.loads(folded.out)["undeclared"][0]["case_count"])
    store.append([answer("C3")], fold=False)
    assert "warning: run r1: 3 responses and 1 verdict name 3 cases" in evalstore("fold").err


@pytest.mark.sweep
def test_declared_cases_are_no_news(ingest, gate, evalstore):
    """Where every answer names a declared case nothing is said, and the gate decides."""
    taken = ingest([START, *CASES, *GOOD, END], "--strict")

    assert (0, "") == (taken.code, taken.err)
    assert 0 == evalstore("doctor").code
    assert 0 == gate(1).code


@pytest.mark.sweep
def test_a_run_without_a_start_is_named_with_what_is_missing(ingest, gate, evalstore):
    """The gate cannot decide and says why; metrics and the report work."""
    ingest([*CASES, *GOOD, END])
    for options in ((), ("--run", "r1")):
        decided = gate(1, "--json", "--no-record", *options)
        found = json.loads(decided.out)

        assert (3, "r1") == (decided.code, found["run_id"])
        assert "run r1 has no run_started event" in found["gates"][0]["reason"]
    assert 0 == gate(1, "--allow-incomplete", "--no-record").code
    [row] = json.loads(evalstore("show", "accuracy", "--format", "json").out)
    assert ("r1", 1.0) == (row["run_id"], row["accuracy"])
    assert 0 == evalstore("report", "-o", "report.html").code
    ingest([answer("c1", "r2"), verdict("c1", "r2")])
    several = gate(1)
    assert (3, True) == (several.code, "none of r1, r2 has a run_started" in several.err)
