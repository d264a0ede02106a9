"""A store with one judged run, made through the front door."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import evalstore
from tests import kept_stores
from tests.gates.gated import Gated

Judged = list[dict[str, Any]]


def make_judged_run(
    run_id: str, outcomes: list[str | None], *, confidence: float = 0.9, is_finished: bool = True
) -> Judged:
    """One case per outcome, of one system; None is a case without a response."""
    events: Judged = [
        {"kind": "run_started", "run_id": run_id, "occurred_at": "2026-01-01T00:00:00Z",
         "payload": {"suite": "arithmetic", "systems": ["s"]}}
    ]  # fmt: skip
    for number, outcome in enumerate(outcomes):
        case = {"case_id": f"c{number}", "system_id": "s"}
        events.append(
            {"kind": "case_generated", "run_id": run_id,
             "payload": {"case_id": f"c{number}", "domain": "even" if number % 2 == 0 else "odd",
                         "validators": ["factual"]}}
        )  # fmt: skip
        if outcome is None:
            continue
        status = "error" if outcome == "crash" else "ok"
        events.append(
            {"kind": "response_recorded", "run_id": run_id,
             "payload": {**case, "status": status, "confidence": confidence}}
        )  # fmt: skip
        if outcome != "crash":
            events.append(
                {"kind": "verdict_recorded", "run_id": run_id,
                 "payload": {**case, "validator_id": "factual", "outcome": outcome,
                             "reason": "as told"}}
            )  # fmt: skip
    if is_finished:
        events.append(
            {"kind": "run_finished", "run_id": run_id, "payload": {"status": "completed"}}
        )
    return events


@pytest.fixture
def judged_run() -> Callable[..., Judged]:
    """Return the function that makes a judged run."""
    return make_judged_run


@pytest.fixture
def store_with(tmp_path: Path) -> Callable[..., evalstore.Store]:
    """Return a function that makes a store holding the given runs."""

    def make(*runs: Judged) -> evalstore.Store:
        return kept_stores.store_of(
            [event for run in runs for event in run], tmp_path / "warehouse"
        )

    return make


@pytest.fixture
def gated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Gated:
    """Return an empty store with gates."""
    return Gated(tmp_path, capsys)
