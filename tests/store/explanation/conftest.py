"""Stores with all that can happen to an answer, and to a number."""

import shutil

import pytest

import evalstore
from evalstore.store.explanation import kept_databases
from tests.kept_stores import copy
from tests.store.integrity.conftest import (  # noqa: F401 - fixtures
    copied,
    decided_store,
    events_of,
    one_pristine_store,
)


def about(case_id, **further):
    return {"case_id": case_id, "system_id": "s", **further}


def judged(case_id, outcome, **further):
    return {
        "kind": "verdict_recorded",
        "run_id": "r1",
        "payload": about(
            case_id, validator_id="factual", outcome=outcome, reason="told", **further
        ),
    }


def answered(case_id, **further):
    return {
        "kind": "response_recorded",
        "run_id": "r1",
        "payload": about(case_id, **{"status": "ok", "text": "A.", "confidence": 0.7, **further}),
    }


@pytest.fixture(scope="session")
def explained_store(tmp_path_factory):
    """Return a store with revisions, retractions, attempts, errors and missing answers."""
    folder = tmp_path_factory.mktemp("explained") / "store"
    copy("a store to explain", make_explained, folder)
    return evalstore.open(folder)


def make_explained(folder):
    store = evalstore.open(folder, create=True)
    started = {"suite": "arithmetic", "systems": ["s"], "attempts": 1}
    events = [{"kind": "run_started", "run_id": "r1", "payload": started}]
    for number in range(8):
        case = {
            "case_id": f"c{number}", "domain": "even" if number % 2 == 0 else "odd",
            "label": "ECU"[number % 3], "expected": "A.",
        }  # fmt: skip
        events.append({"kind": "case_generated", "run_id": "r1", "payload": case})
    events += [answered("c0"), judged("c0", "right")]
    events += [answered("c1", attempt=n, confidence=0.5 + n / 10) for n in (1, 2, 3)]
    events += [judged("c1", outcome, attempt=n) for n, outcome in
               enumerate(("right", "wrong", "right"), start=1)]  # fmt: skip
    events += [answered("c2"), judged("c2", "wrong")]
    events += [answered("c3", status="error"), answered("c4"), judged("c4", "abstained")]
    events += [answered("c5"), judged("c5", "undetermined"), answered("c6"), judged("c6", "right")]
    store.append(events)
    store.append([answered("c2", text="B.", confidence=0.9)])
    store.append([judged("c2", "right")])
    [(event_id,)] = store.query("select event_id from facts.verdicts where case_id = 'c6'").rows()
    retraction = {"event_id": str(event_id), "reason": "mistaken"}
    store.append([{"kind": "retracted", "run_id": "r1", "payload": retraction}])
    return store


@pytest.fixture(autouse=True)
def secret(monkeypatch, tmp_path):
    """Keep the secret of this user below the test's folder; return its file."""
    monkeypatch.setenv(kept_databases.STATE_VARIABLE, str(tmp_path / "state"))
    return kept_databases.secret_file()


@pytest.fixture(scope="session")
def pristine_store(tmp_path_factory):
    """Return a store of two runs, one revised and with an event that the other run retracts."""
    store = evalstore.open(tmp_path_factory.mktemp("sized") / "store", create=True)
    store.append(events_of("r1", 1))
    store.append(events_of("r2", 2))
    store.append([judged("c5", "right")])
    [(event_id,)] = store.query(
        "select event_id from facts.verdicts where run_id = 'r1' and case_id = 'c1'"
    ).rows()
    retraction = {"event_id": str(event_id), "reason": "mistaken"}
    store.append([{"kind": "retracted", "run_id": "r2", "payload": retraction}])
    return store


@pytest.fixture
def revised_store(pristine_store, tmp_path):
    """Return a copy of the store."""
    return evalstore.open(shutil.copytree(pristine_store.folder, tmp_path / "store"))


def sizes_of(store):
    rows = store.query("select tree_size from log.batches order by tree_size").rows()
    return [size for (size,) in rows]
