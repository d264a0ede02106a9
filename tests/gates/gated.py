"""Runs of one system, and a store in which gates decide on them."""

import json
from pathlib import Path

import pytest

import evalstore
from evalstore.cli import call_command
from tests import kept_stores

NO_REGRESSION = '[[gate]]\nid = "no-regression"\nmetric = "accuracy"\nmax_drop = 0.0\n'
CONFIDENT = NO_REGRESSION + 'require = "confident"\n'


def run_of(run_id, outcomes, *, day=1, version="1.0", status="completed", canaries=(), **started):
    """A finished run of one system and one case per outcome."""
    payload = {"suite": "s", "suite_version": version, "systems": ["a"], **started}
    events = [("run_started", payload)]
    for number, outcome in enumerate(outcomes):
        about = {"case_id": f"c{number}", "system_id": "a"}
        case = {"case_id": f"c{number}", "domain": "d", "validators": ["factual"]}
        events += [
            ("case_generated", case | {"is_canary": number in canaries}),
            ("response_recorded", about | {"status": "ok"}),
            ("verdict_recorded",
             about | {"validator_id": "factual", "outcome": outcome, "reason": "told"}),
        ]  # fmt: skip
    events.append(("run_finished", {"status": status}))
    moment = f"2026-01-{day:02}T00:00:00Z"
    return [
        {"kind": kind, "run_id": run_id, "occurred_at": moment, "payload": payload}
        for kind, payload in events
    ]


class Gated:
    """A store whose runs are decided on by gates of a text."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder / "warehouse"
        self.pending: list[dict] = []
        self.file = folder / "gates.toml"
        self.capsys = capsys

    def add(self, events: list[dict]) -> None:
        """Let the store hold these as well from the next decision on."""
        self.pending += events

    @property
    def store(self) -> evalstore.Store:
        """The store, with all that was added."""
        events, self.pending = self.pending, []
        if events or not self.folder.exists():
            return kept_stores.store_of(events, self.folder)
        return evalstore.open(self.folder)

    def __call__(self, text: str, *arguments: str) -> tuple[int, list[dict]]:
        """Return the exit code and the decisions."""
        self.file.write_text(text, encoding="utf-8")
        self.capsys.readouterr()
        root = str(self.store.layout.root)
        code = call_command(
            ["gate", "--store", root, "--config", str(self.file), "--json", *arguments]
        )
        said = self.capsys.readouterr().out
        return code, json.loads(said)["gates"] if said else []
