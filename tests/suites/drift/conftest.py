"""Runs of made-up critics, stores that hold them, and ways to call the commands on them."""

import json
import random
import shutil
from typing import NamedTuple

import pytest

import evalstore
from evalstore.base import sql_files
from evalstore.cli import call_command
from evalstore.store.query.reader import reading
from tests import kept_stores

WEIGHTS = (("benevolence", 0.5), ("power", 0.3), ("security", 0.2))
DETECTED = ("case_id", "system_id", "value_dim", "trigger", "drop", "level", "weeks",
            "uncertainty", "is_suppressed")  # fmt: skip


class Outcome(NamedTuple):
    """What a command left: its exit code, what it said where, and that as JSON."""

    code: int
    out: str
    err: str

    @property
    def results(self):
        return json.loads(self.out)["analysis"]["results"]

    @property
    def recorded(self):
        return json.loads(self.out)["recorded"]


def persona_week(persona_id, week, crisis, bimodal, *, has_weights):
    truths = {name: -1 if name in crisis else 0 if name == bimodal else 1 for name, _ in WEIGHTS}
    return {
        "case_id": f"{persona_id}-{week}",
        "domain": "drift",
        "expected": crisis,
        "label": "crisis" if crisis else "quiet",
        "attributes": {"persona_id": persona_id, "week": week},
        "value_dims": [
            {"value_dim": name, "weight": weight if has_weights else None,
             "alignment": truths[name], "is_bimodal": name == bimodal}
            for name, weight in WEIGHTS
        ],
    }  # fmt: skip


def readings(rng, case, noise, *, is_honest):
    """Yield what a critic reads: off by about what it says, or, not honest, by the reverse."""
    for said in case["value_dims"]:
        spread = rng.uniform(0.35, 0.5) if said["is_bimodal"] else rng.choice((0.05, 0.1, 0.25))
        error, truth = noise * rng.gauss(0, spread), said["alignment"]
        level = truth * (1 - abs(error)) if truth else error
        yield {
            "value_dim": said["value_dim"],
            "alignment": max(-1.0, min(1.0, level)),
            "uncertainty": spread if is_honest else 0.55 - spread,
        }


def drift_run(run_id, *, persona_count=40, has_crises=True, is_honest=True, noise=1.0,
              has_weights=True, systems=("critic",)):  # fmt: skip
    """Return a run of nine weeks a persona: two of crisis, three of conflicting signals."""
    rng = random.Random(run_id)
    events = [("run_started", {"suite": "drift", "systems": list(systems)})]
    for number in range(persona_count):
        for week in range(1, 10):
            crisis = ["benevolence"] if has_crises and number % 4 and week in {6, 7} else []
            bimodal = "power" if week in {3, 5, 8} else None
            case = persona_week(
                f"{run_id}-{number:03}", week, crisis, bimodal, has_weights=has_weights
            )
            events.append(("case_generated", case))
            if rng.random() < 0.03:
                continue
            for system_id in systems:
                about = {"case_id": case["case_id"], "system_id": system_id, "status": "ok"}
                events.append(("response_recorded", about))
                events += [
                    ("response_recorded", about | said)
                    for said in readings(rng, case, noise, is_honest=is_honest)
                ]
    events.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": run_id, "payload": payload} for kind, payload in events]


@pytest.fixture(scope="session")
def make_run():
    """Return the function that makes the events of a run."""
    return drift_run


@pytest.fixture
def store_of(tmp_path):
    """Return a function that makes a store of events."""

    def make(events):
        return kept_stores.store_of(events, tmp_path / "warehouse")

    return make


@pytest.fixture(scope="session")
def made_runs(tmp_path_factory):
    """A store with the noisy runs r1 and r2, which share no persona; to be copied."""
    store = evalstore.open(tmp_path_factory.mktemp("drift") / "warehouse", create=True)
    store.append([*drift_run("r1", noise=3.0), *drift_run("r2", noise=3.0)])
    return store.layout.root


@pytest.fixture
def two_runs(tmp_path, made_runs):
    """A store with the noisy runs r1 and r2, which share no persona."""
    shutil.copytree(made_runs, tmp_path / "copied")
    return evalstore.open(tmp_path / "copied", create=True)


@pytest.fixture(scope="session")
def record_detections():
    """Return what appends the detections in a run, as the suite does, and counts them."""

    def record(store, run_id, detection):
        with reading(store.layout) as reader:
            found = reader.rows(
                sql_files.read("sql/queries/drift_detections"),
                run_id=run_id,
                thresholds=detection.rows(),
                ema_alpha=detection.ema_alpha,
            )
        payloads = [{name: row[name] for name in DETECTED} for row in found]
        store.append(
            {"kind": "drift_detected", "run_id": run_id, "payload": payload}
            for payload in payloads
        )
        return len(payloads)

    return record


@pytest.fixture
def drift(capfd):
    """Return what calls a command of the group on a store."""

    def call(store, *arguments):
        capfd.readouterr()
        texts = [
            str(argument).replace("{store}", str(store.layout.root)) for argument in arguments
        ]
        code = call_command(["drift", *texts, "--store", str(store.layout.root)])
        said = capfd.readouterr()
        return Outcome(code, said.out, said.err)

    return call
