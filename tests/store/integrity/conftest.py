"""A store with a decided run, and what a verification and a gate say of a copy of it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import evalstore
from evalstore.cli import call_command
from evalstore.store.facts import definitions
from evalstore.store.layout import Layout
from evalstore.store.verify.verify import verify
from tests.kept_stores import copy

GATES = """
[[gate]]
metric = "accuracy"
min = 0.0

[[gate]]
id = "mean-accuracy"
metric = "accuracy"
min = 0.0
where = { domain = "even" }
"""


def events_of(run_id: str, hour: int) -> list[dict[str, Any]]:
    started: dict[str, Any] = {
        "kind": "run_started", "run_id": run_id, "occurred_at": f"2026-01-01T0{hour}:00:00Z",
        "payload": {"suite": "arithmetic", "systems": ["s"]},
    }  # fmt: skip
    events = [started]
    for number in range(6):
        about = {"case_id": f"c{number}", "system_id": "s"}
        domain = "even" if number % 2 == 0 else "odd"
        payloads = {
            "case_generated": {"case_id": f"c{number}", "domain": domain},
            "response_recorded": {**about, "status": "ok", "confidence": 0.5},
            "verdict_recorded": {
                **about, "validator_id": "factual", "reason": "as told",
                "outcome": "right" if number < 2 else "wrong",
            },
        }  # fmt: skip
        events += [
            {"kind": kind, "run_id": run_id, "payload": payload}
            for kind, payload in payloads.items()
        ]
    finished = {"kind": "run_finished", "run_id": run_id, "payload": {"status": "completed"}}
    return [*events, finished]


@pytest.fixture(scope="session")
def decided_store(tmp_path_factory: pytest.TempPathFactory) -> Layout:
    """Return a store of two runs, each decided on once; nobody may change it."""
    folder = tmp_path_factory.mktemp("decided")
    copy("two decided runs", decided_runs, folder)
    return Layout(folder / "warehouse")


def decided_runs(folder: Path) -> None:
    """Make gates.toml and a store of two runs, each decided on once, in a folder."""
    folder.mkdir(exist_ok=True)
    (folder / "gates.toml").write_text(GATES, encoding="utf-8")
    store = evalstore.open(folder / "warehouse", create=True)
    for hour, run_id in enumerate(("r1", "r2")):
        store.append(events_of(run_id, hour))
        assert 0 == gate_code(store.layout, record=True)
    assert verify(store.layout).holds


@pytest.fixture(scope="session", autouse=True)
def one_pristine_store() -> Any:
    """Make the definitions of a fresh store once: every doctored store is compared with them."""
    pristine = definitions.of_fresh_store()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(definitions, "of_fresh_store", lambda: pristine)
        yield


@pytest.fixture
def copied(decided_store: Layout, tmp_path: Path) -> Layout:
    """Return a copy of the store, to be doctored."""
    shutil.copytree(decided_store.root.parent, tmp_path / "copy")
    return Layout(tmp_path / "copy" / "warehouse")


def gate_code(layout: Layout, *, record: bool = False) -> int:
    """Return what ``evalstore gate`` exits with."""
    arguments = ["gate", "--store", str(layout.root)]
    arguments += ["--config", str(layout.root.parent / "gates.toml")]
    return call_command(arguments if record else [*arguments, "--no-record"])


@pytest.fixture
def gate_says(capsys: pytest.CaptureFixture[str]) -> Callable[[Layout], tuple[int, str]]:
    """Return a function that gives the gate's exit code and the reasons it printed."""

    def ask(layout: Layout) -> tuple[int, str]:
        capsys.readouterr()
        arguments = ["gate", "--store", str(layout.root), "--no-record", "--json"]
        arguments += ["--config", str(layout.root.parent / "gates.toml")]
        code = call_command(arguments)
        printed = capsys.readouterr()
        if not printed.out:
            return code, printed.err
        return code, " ".join(gate["reason"] for gate in json.loads(printed.out)["gates"])

    return ask
