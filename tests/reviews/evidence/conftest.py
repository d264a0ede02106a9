"""A store whose evidence has gaps: corrections, changed gates, a run without a time."""

import shutil

import pytest

import evalstore
from evalstore.cli import call_command

PLAN = """
[[gate]]
metric = "accuracy"
min = 0.3

[[gate]]
id = "every-domain"
metric = "accuracy"
min = 0.0
where = { domain = "*" }
informational = true
"""
CHANGED_PLAN = """
[[gate]]
metric = "accuracy"
min = 0.9

[[gate]]
id = "no-drop"
metric = "accuracy"
max_drop = 0.5
baseline = "run:r1"

[[gate]]
id = "binned"
metric = "ece"
max = 0.9
set = { bins = 5 }
"""
# A text that may not leave the store without texts.
PROMPT = "Which town is the capital of Atlantis?"
SETTING = "You answer as briefly as an oracle."


def about(case_id, **further):
    return {"case_id": case_id, "system_id": "s", **further}


def event(kind, run_id, payload, **further):
    return {"kind": kind, "run_id": run_id, "payload": payload, **further}


def verdict(run_id, case_id, outcome, **further):
    payload = about(case_id, outcome=outcome, reason="as told", validator_id="factual")
    return event("verdict_recorded", run_id, {**payload, **further})


def run_events(run_id, suite, started_at, right_count, *, answer_count=7):
    """Return a run of eight cases, of which the last ones have no response."""
    started = {"suite": suite, "systems": ["s"], "suite_version": "1", "config": {
        "temperature": 0.5, "system_prompt": SETTING}}  # fmt: skip
    at = {"occurred_at": started_at} if started_at else {}
    events = [event("run_started", run_id, started, **at)]
    for number in range(8):
        case = {
            "case_id": f"c{number}", "domain": "even" if number % 2 == 0 else "odd",
            "prompt": PROMPT, "expected": "Poseidonis",
        }  # fmt: skip
        events.append(event("case_generated", run_id, case))
        if number >= answer_count:
            continue
        answer = about(f"c{number}", status="ok", text="Atlantis City", confidence=0.7)
        outcome = "right" if number < right_count else "wrong"
        events += [
            event("response_recorded", run_id, answer),
            verdict(run_id, f"c{number}", outcome),
        ]
    return [*events, event("run_finished", run_id, {"status": "completed"})]


def decided(store, run_id, plan):
    path = store.folder.parent / "gates.toml"
    path.write_text(plan, encoding="utf-8")
    arguments = ["--run", run_id, "--config", str(path), "--store", str(store.folder)]
    return call_command(["gate", *arguments])


@pytest.fixture(scope="session")
def audited_store(tmp_path_factory):
    """Return the store; nobody may change it."""
    store = evalstore.open(tmp_path_factory.mktemp("audited") / "store", create=True)
    store.append(run_events("r1", "capitals", "2026-01-01T08:00:00Z", 4, answer_count=8))
    decided(store, "r1", PLAN)
    store.append(run_events("r2", "capitals", "2026-01-02T08:00:00Z", 5))
    labels = [
        verdict("r2", f"c{number}", "right" if number < 4 else "wrong", validator_id="human:ann")
        for number in range(6)
    ]
    store.append(labels)
    decided(store, "r2", CHANGED_PLAN)
    # Decided again once the verdict on c5 is another, and corrected once more after that.
    store.append([verdict("r2", "c5", "right")])
    decided(store, "r2", CHANGED_PLAN)
    store.append([verdict("r2", "c6", "right")])
    [(event_id,)] = store.query(
        "select event_id from facts.responses where run_id = 'r1' and case_id = 'c0'"
    ).rows()
    told = {"event_id": str(event_id), "reason": "asked twice"}
    store.append([event("retracted", "r1", told)])
    store.append(run_events("r3", "capitals", "2026-02-10T08:00:00Z", 6))
    store.append(run_events("undated", "capitals", None, 6))
    store.append(run_events("other", "rivers", "2026-01-01T09:00:00Z", 1))
    return store


@pytest.fixture
def copied_store(audited_store, tmp_path):
    """Return a copy of the store in another folder, to be changed."""
    shutil.copytree(audited_store.folder, tmp_path / "copy")
    return evalstore.open(tmp_path / "copy")


@pytest.fixture(scope="session")
def pack_path(audited_store, tmp_path_factory):
    """Return the pack of January."""
    path = tmp_path_factory.mktemp("pack") / "january.zip"
    audited_store.evidence("capitals", path, since="2026-01-01", until="2026-01-31")
    return path
