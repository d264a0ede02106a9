"""The drift suite: what a run of it appends, what it resumes, and what it needs for a critic."""

import json
import re
import shutil
import sys

import pytest

from evalstore.cli import call_command
from evalstore.errors import UsageError
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading
from evalstore.suites.drift import drift
from evalstore.suites.drift.analyses import drift_robustness
from evalstore.suites.drift.engine import thresholds
from evalstore.suites.drift.engine.triggers import detections
from tests.suites.controls import above_chance

PERSONA_COUNT = 5
# Low enough that triggers of both kinds fire, and some are held back.
TOML = """\
[drift]
delta = 0.4
tau_low = 0.3
c_min = 2
epsilon = 0.6

[drift.values.security]
delta = 0.2

[drift.values.profile]
c_min = 1
"""
RESOLVED = {
    "delta": 0.4,
    "tau_low": 0.3,
    "c_min": 2,
    "epsilon": 0.6,
    "ema_alpha": 0.7,
    "values": {
        "security": {"delta": 0.2, "tau_low": 0.3, "c_min": 2, "epsilon": 0.6},
        "profile": {"delta": 0.4, "tau_low": 0.3, "c_min": 1, "epsilon": 0.6},
    },
}
READINGS = (
    "select persona_id, week, value_dim, alignment, uncertainty, profile_weight"
    " from facts.alignments"
)
DETECTIONS = (
    'select persona_id, week, value_dim, "trigger", "drop", level, weeks, uncertainty,'
    " is_suppressed from facts.drift_detections order by 1, 2, 3, 4"
)
EVENTS = "select kind, count(*) from log.events group by kind order by kind"


class Drift:
    """A folder with a store, and the command line in it."""

    def __init__(self, folder, call):
        self.folder = folder
        self.call = call

    def run(self, *arguments):
        return self.call("run", *arguments, "--store", "warehouse")

    def rows(self, sql):
        with reading(Layout(self.folder / "warehouse")) as reader:
            return reader.table(sql)[1]


@pytest.fixture
def suite(tmp_path, monkeypatch, capfd):
    """Call `evalstore run` in a fresh folder; give the exit code and what it said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVALSTORE_STORE", raising=False)
    (tmp_path / "thresholds.toml").write_text(TOML, encoding="utf-8")

    def call(*arguments):
        code = call_command([*arguments])
        said = capfd.readouterr()
        return code, said.out + said.err

    assert 0 == call("init", "--store", "warehouse")[0]
    return Drift(tmp_path, call)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The folder of a run of the baseline, thresholds out of a file, one of them replaced."""
    folder = tmp_path_factory.mktemp("finished")
    (folder / "thresholds.toml").write_text(TOML, encoding="utf-8")
    store = ("--store", str(folder / "warehouse"))
    codes = (
        call_command(["init", *store]),
        call_command([
            "run", "drift", "--run-id", "r1", "--system", "keyword_baseline", "--seed", "suite",
            "--cases", str(PERSONA_COUNT), "--set", f"thresholds={folder / 'thresholds.toml'}",
            "--set", "ema_alpha=0.7", *store,
        ]),
    )  # fmt: skip

    assert (0, 0) == codes
    return folder


@pytest.fixture
def ran(suite, finished):
    """The suite with that run in its store."""
    shutil.rmtree(suite.folder / "warehouse")
    shutil.copytree(finished / "warehouse", suite.folder / "warehouse")
    return suite


@pytest.mark.sweep
def test_a_run_appends_cases_readings_and_detections(ran):
    """Each persona has 8 to 10 weeks, each week a response and a reading of each value."""
    [(personas, weeks, values)] = ran.rows(
        "select count(distinct payload ->> '$.attributes.persona_id'), count(*),"
        " sum(json_array_length(payload -> '$.value_dims'))"
        " from log.events where kind = 'case_generated'"
    )
    counts = dict(ran.rows(EVENTS))

    assert personas == PERSONA_COUNT
    assert 8 * PERSONA_COUNT <= weeks <= 10 * PERSONA_COUNT
    assert counts["response_recorded"] == weeks + values
    assert (1, 1) == (counts["run_started"], counts["run_finished"])
    assert counts["drift_detected"] == len(ran.rows(DETECTIONS))


def test_the_start_says_the_thresholds_themselves(ran):
    """The file may change or go: the run says what was in it, and what stood over it."""
    [(payload,)] = ran.rows("select payload from log.events where kind = 'run_started'")
    settings = json.loads(payload)["config"]["settings"]

    assert settings["thresholds"] == RESOLVED
    assert set(settings) == {"thresholds"}


def test_robustness_goes_by_the_thresholds_of_the_run(ran):
    """Where no other file is named."""
    with reading(Layout(ran.folder / "warehouse")) as reader:
        [[run_id]] = reader.table("select run_id from facts.runs")[1]
        found = drift_robustness.detection_of(reader, run_id)

    assert thresholds.from_settings({"thresholds": RESOLVED}) == found


def test_detections_are_those_of_the_pure_function(ran):
    """To the last bit, with thresholds by value, smoothing, and the profile."""
    detection = thresholds.from_settings({"thresholds": RESOLVED})
    expected = [tuple(found) for found in detections(ran.rows(READINGS), detection)]
    found = ran.rows(DETECTIONS)

    assert expected == found
    assert {"crash", "rut"} == {row[3] for row in found}
    assert {True, False} == {row[8] for row in found}
    assert "profile" in {row[2] for row in found}


@pytest.mark.sweep
def test_a_finished_run_is_resumed_without_a_new_event(ran):
    """Also when the file of the thresholds is gone: the detections are found again, the same."""
    before = ran.rows(EVENTS), ran.rows(DETECTIONS)
    (ran.folder / "thresholds.toml").unlink()
    code, said = ran.run("--resume", "r1")

    assert 0 == code, said
    assert before == (ran.rows(EVENTS), ran.rows(DETECTIONS))


@pytest.mark.sweep
def test_a_run_cut_short_ends_as_one_that_was_not(ran):
    """Only the start, the cases and some of the answers are there: it is finished from them."""
    events = [
        (kind, json.loads(payload))
        for kind, payload in ran.rows("select kind, payload from log.events order by position")
    ]
    answered = [said["case_id"] for kind, said in events if kind == "response_recorded"]
    # An answer and its readings are appended together.
    kept_cases = set(answered[: len(answered) // 3])
    lines = [
        json.dumps({"kind": kind, "run_id": "r1", "payload": said})
        for kind, said in events
        if kind in ("run_started", "case_generated")
        or (kind == "response_recorded" and said["case_id"] in kept_cases)
    ]
    (ran.folder / "cut.ndjson").write_text("\n".join(lines) + "\n", encoding="utf-8")
    expected = ran.rows(READINGS + " order by all"), ran.rows(DETECTIONS)
    shutil.rmtree(ran.folder / "warehouse")
    ran.call("init", "--store", "warehouse")
    ran.call("ingest", "cut.ndjson", "--store", "warehouse")
    code, said = ran.run("--resume", "r1")

    assert 0 == code, said
    assert len(kept_cases) < len(set(answered))
    assert expected == (ran.rows(READINGS + " order by all"), ran.rows(DETECTIONS))


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("thresholds=missing.toml", "missing.toml does not exist"),
        ("split=nope", "`split` is 'nope', expected one of"),
        ("severity=nope", "`severity` is 'nope', expected one of"),
        ("c_min=0", "`c_min` is 0, expected a whole number from 1"),
        ("delta=nan", "`delta` is 'nan', expected a number from 0 to 2"),
        ("ema_alpha=0", "`ema_alpha` is 0, expected a number above 0"),
    ],
)
def test_a_wrong_setting_is_refused_before_anything_is_appended(suite, said, words):
    """It says what was found and what was expected."""
    code, found = suite.run("drift", "--system", "keyword_baseline", "--cases", "1", "--set", said)

    assert 2 == code
    assert words in found
    assert [] == suite.rows(EVENTS)


def test_thresholds_of_a_value_no_persona_holds_are_refused():
    """A misspelt name would change nothing, and nobody would see it."""
    table = {"values": {"benevolance": {"delta": 0.2}}}

    with pytest.raises(UsageError, match=r"unknown value 'benevolance'.*benevolence, .*prof"):
        drift.resolved({"thresholds": table})


@pytest.mark.parametrize("settings", [(), ("--set", "model=critic")])
def test_without_torch_the_extra_is_named(suite, monkeypatch, settings):
    """A run whose systems are critics says what to install, and appends nothing."""
    monkeypatch.setitem(sys.modules, "torch", None)
    code, found = suite.run("drift", "--cases", str(PERSONA_COUNT), *settings)

    assert 2 == code
    assert re.search(r"needs torch and .* run `pip install 'evalstore\[drift\]'`", found)
    assert [] == suite.rows(EVENTS)


@pytest.mark.sweep
def test_without_torch_the_baseline_runs(suite, monkeypatch):
    """And what needs no critic needs no torch."""
    monkeypatch.setitem(sys.modules, "torch", None)
    code, found = suite.run("drift", "--system", "keyword_baseline", "--cases", "1")

    assert 0 == code, found
    assert "completed" in found


@pytest.mark.sweep
def test_no_control_finds_crises():
    """A critic that reads nothing flags weeks of a crisis as often as others."""
    assert [] == above_chance("drift", count=120)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(5))
def test_no_control_finds_crises_for_other_seeds(seed):
    """The same for other draws of more personas."""
    assert [] == above_chance("drift", seed=str(seed), count=400)
