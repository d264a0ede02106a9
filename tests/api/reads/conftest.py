"""Stores to read, and the command that reads the same."""

import json

import pytest

from evalstore.cli import call_command
from tests.api.reads.quiz import events_of
from tests.kept_stores import store_of


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Two runs: two cases right before, ten now."""
    events = events_of("before", 2) + events_of("now", 10)
    return store_of(events, tmp_path_factory.mktemp("reads") / "warehouse")


@pytest.fixture
def command(store, capfd):
    """Return the exit code of a command, and what it prints as JSON."""

    def call(*arguments):
        capfd.readouterr()
        code = call_command([*arguments, "--json", "--store", str(store.layout.root)])
        return code, json.loads(capfd.readouterr().out)

    return call


@pytest.fixture(scope="module")
def tutored(tmp_path_factory):
    """Forty sessions of five cases in one run: all wrong from the 31st on."""
    events = [("run_started", {"suite": "tutor", "systems": ["maia"]})]
    for number in range(1, 41):
        for place in range(5):
            about = {"case_id": f"{number}-{place}", "system_id": "maia"}
            outcome = "right" if number <= 30 and place < 4 + number % 2 else "wrong"
            judged = about | {"validator_id": "factual", "outcome": outcome, "reason": "told"}
            events += [
                ("case_generated", {"case_id": about["case_id"], "session_id": str(number)}),
                ("response_recorded", about | {"status": "ok"}),
                ("verdict_recorded", judged),
            ]
    events.append(("run_finished", {"status": "completed"}))
    lines = [{"kind": kind, "run_id": "pilot", "payload": payload} for kind, payload in events]
    return store_of(lines, tmp_path_factory.mktemp("tutored") / "warehouse")
