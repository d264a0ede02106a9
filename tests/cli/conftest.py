"""What tests of the command line share: a small store and a way to call commands in process."""

import json
import shutil
from typing import NamedTuple

import pytest

from evalstore.cli import call_command


class Outcome(NamedTuple):
    """What a command left: its exit code, and what it said where."""

    code: int
    out: str
    err: str


def lines(*, run_id="r1", answers=("4", "9"), status="completed"):
    """Return the event lines of a small run; the case c1 expects 4, the case c2 expects 9."""
    cases = (("c1", "4"), ("c2", "9"))
    events = [("run_started", {"suite": "arithmetic", "systems": ["maia"]})]
    for (case_id, expected), answer in zip(cases, answers, strict=True):
        about = {"case_id": case_id, "system_id": "maia"}
        outcome = "right" if answer == expected else "wrong"
        events += [
            ("case_generated", {"case_id": case_id, "domain": "math", "expected": expected}),
            ("response_recorded", {**about, "status": "ok", "text": answer, "confidence": 0.9}),
            (
                "verdict_recorded",
                {**about, "validator_id": "factual", "outcome": outcome, "reason": "compared"},
            ),
        ]
    if status:
        events.append(("run_finished", {"status": status}))
    return [
        json.dumps({"kind": kind, "run_id": run_id, "payload": payload})
        for kind, payload in events
    ]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty working folder, and no store named from outside."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVALSTORE_STORE", raising=False)
    monkeypatch.delenv("EVALSTORE_TRACEBACK", raising=False)
    return tmp_path


@pytest.fixture
def evalstore(folder, capfd):
    """Call a command in process; return its exit code and what it said."""

    def call(*arguments):
        capfd.readouterr()
        code = call_command([str(argument) for argument in arguments])
        said = capfd.readouterr()
        return Outcome(code, said.out, said.err)

    return call


@pytest.fixture(scope="session")
def made_store(tmp_path_factory):
    """A working folder with a store of one completed run (c1 right, c2 wrong), to be copied."""
    folder = tmp_path_factory.mktemp("made")
    events = write(folder / "events.ndjson", lines(answers=("4", "6")))
    store = folder / "warehouse"
    assert call_command(["init", "--store", str(store)]) == 0
    assert call_command(["ingest", str(events), "--store", str(store)]) == 0
    return folder


@pytest.fixture
def store(folder, made_store):
    """A store with one completed run, c1 right, c2 wrong; its lines lie beside it."""
    shutil.copytree(made_store, folder, dirs_exist_ok=True)
    return folder / "warehouse"


@pytest.fixture
def gates(folder):
    """Write a gate configuration of one gate, given as TOML."""

    def configure(text):
        (folder / "evalstore.toml").write_text(f"[[gate]]\n{text}\n", encoding="utf-8")

    return configure


def write(path, texts):
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path


@pytest.fixture
def write_lines(folder):
    """Write a small run's event lines to a file of this name; its keywords are those of a run."""
    return lambda name, **options: write(folder / name, lines(**options))
