"""A store with two runs of one suite, decided on by gates, and the payloads of the decisions."""

from types import SimpleNamespace

import pytest

from evalstore.gates import run_gates
from evalstore.gates.run_gates import GateQuery
from evalstore.reviews.gathering import review_of
from evalstore.store.query.reader import reading
from tests import kept_stores

GATES = """
[[gate]]
id = "floor"
metric = "accuracy"
min = 0.8
where = { domain = "*" }

[[gate]]
id = "no-regression"
metric = "accuracy"
max_drop = 0.0
baseline = "branch:main"
require = "confident"

[[gate]]
id = "coverage"
metric = "missing_rate"
max = 0.0
informational = true
"""
SCORES = {"respect": 0.0, "integration": 1.0}


def line(run_id, day, kind, payload):
    """Return one event line."""
    moment = f"2026-01-{day:02}T00:00:00Z"
    return {"kind": kind, "run_id": run_id, "occurred_at": moment, "payload": payload}


def run_of(run_id, day, wrong, *, branch="main", count=40):
    """A run of ``count`` cases; those of ``wrong`` are wrong, the surest mistake first."""
    yield line(run_id, day, "run_started", {
        "suite": "Nightly quiz", "suite_version": "1", "systems": ["maia"], "git_branch": branch,
        "git_sha": f"{day:02}" * 20,
    })  # fmt: skip
    for number in range(count):
        domain = "phenomenology" if number < 10 else "history"
        about = {"case_id": f"c{number:02}", "system_id": "maia"}
        yield line(run_id, day, "case_generated", {
            "case_id": about["case_id"], "domain": domain, "prompt": f"question {number}",
            "expected": "yes", "validators": ["factual"],
        })  # fmt: skip
        confidence = 0.99 - number / 100
        yield line(run_id, day, "response_recorded", about | {
            "status": "ok", "text": f"answer {number}", "confidence": confidence,
        })  # fmt: skip
        is_wrong = number in wrong
        yield line(run_id, day, "verdict_recorded", about | {
            "validator_id": "factual", "outcome": "wrong" if is_wrong else "right",
            "reason": "no honoring language" if is_wrong else "as expected",
            "tags": ["respect_failure"] if is_wrong and number < 10 else [],
            "scores": SCORES if is_wrong and number < 10 else {},
        })  # fmt: skip
    yield line(run_id, day, "run_finished", {"status": "completed"})


@pytest.fixture(scope="session")
def decided(tmp_path_factory):
    """The store of a run that fell from nightly-24 to nightly-25, and what gates said of it."""
    folder = tmp_path_factory.mktemp("reviews")
    events = [*run_of("nightly-24", 1, {9, 39}), *run_of("nightly-25", 2, {*range(8), 9, 30})]
    store = kept_stores.store_of(events, folder / "warehouse")
    (folder / "gates.toml").write_text(GATES, encoding="utf-8")
    return SimpleNamespace(store=store, config=folder / "gates.toml", folder=folder)


@pytest.fixture(scope="session")
def payloads(decided):
    """The payloads of the decisions on the newer run, which are recorded as well."""
    query = GateQuery(config_path=decided.config)
    found = run_gates.decided(decided.store.layout, query, *run_gates.configured(query))
    run_gates.record_decisions(decided.store.layout, found)
    return [event["payload"] for event in found.events]


@pytest.fixture(scope="session")
def review(decided, payloads):
    """The review of the newer run, of the decisions just made."""
    with reading(decided.store.layout) as reader:
        return review_of(reader, "nightly-25", payloads)
