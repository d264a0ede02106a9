"""A recorded decision of a gate is explained, and taken again from the segments alone."""

import json
from pathlib import Path

import duckdb
import pytest

from evalstore.cli import call_command
from evalstore.errors import UsageError
from tests.gates.gated import Gated, run_of
from tests.gates.test_judge_certificate import DEMAND, judged, labelled, strict
from tests.gates.test_looks import LOOKING, NO_DROP, baseline, order, unfinished
from tests.gates.test_must_beat import ANSWERS, BEATS, CONTROLS
from tests.gates.test_resampled import sure
from tests.statistics.controlled import controlled_run

BOUND = '[[gate]]\nid = "bound"\nmetric = "accuracy"\nmin = 0.5\n'
# One gate of each kind that is decided on a finished run of one system.
KINDS = """
[[gate]]
id = "bound"
metric = "accuracy"
min = 0.5
max_tries = 3

[[gate]]
id = "shown"
metric = "accuracy"
min = 0.3
require = "shown"

[[gate]]
id = "each"
metric = "accuracy"
min = 0.3
where = { domain = "*" }
require = "shown"
each = "none_misses"

[[gate]]
id = "point-drop"
metric = "accuracy"
max_drop = 0.1

[[gate]]
id = "shown-drop"
metric = "accuracy"
max_drop = 0.0
require = "shown"
baseline = "run:r3"

[[gate]]
id = "ruled-out-drop"
metric = "accuracy"
max_drop = 0.2
require = "ruled_out"
baseline = "mean:3"

[[gate]]
id = "adaptive"
metric = "accuracy"
adaptive = { runs = 3, min_runs = 2, sigmas = 3.0 }

[[gate]]
id = "calibrated"
metric = "ece"
max = 0.5
require = "shown"
set = { bins = 15 }

[[gate]]
id = "informed"
metric = "missing_rate"
max = 0.1
informational = true
"""
IDS = [line.split('"')[1] for line in KINDS.splitlines() if line.startswith("id = ")]


def history() -> list[dict]:
    """Return four runs, a day each, of which the last is decided on."""
    events = []
    for day, wrong in enumerate((4, 6, 5, 9), start=1):
        outcomes = ["wrong"] * wrong + ["right"] * (24 - wrong)
        run_id = "new" if day == 4 else f"r{day}"
        events += sure(run_id, outcomes, day=day)
    for event in events:
        if event["kind"] == "run_started":
            event["payload"]["git_sha"] = "c0ffee0" if event["run_id"] == "new" else "abcdef1"
    return events


def explained(gated: Gated, gate_id: str, run_id: str):
    return gated.store.explain_gate(gate_id, run=run_id, config=gated.file)


def require_equal(gated: Gated, gate_id: str, run_id: str, *, count: int = 1) -> None:
    """Assert that the explanation has so many decisions, and that each is the same again."""
    explanation = explained(gated, gate_id, run_id)
    assert explanation.is_equal, explanation.difference
    assert count == len(explanation.decisions)
    for item in explanation.decisions:
        assert item.decided["decision"] == item.recomputed["decision"]


def test_every_kind_is_decided_again(gated: Gated):
    """Bounds, drops, an adaptive threshold and a resampled interval, on the log as it was."""
    gated.add(history())
    _, decisions = gated(KINDS, "--run", "new")
    assert {*IDS} == {item["gate_id"] for item in decisions}
    # What came later is no part of the decisions.
    gated.add(run_of("later", ["wrong"] * 24, day=9))
    for gate_id in IDS:
        require_equal(gated, gate_id, "new")
    [drop] = explained(gated, "ruled-out-drop", "new").decisions
    assert drop.recomputed["baseline_run_id"] == "r3"
    assert drop.recomputed["drop"]["paired_count"] == 24


def test_controls_and_a_certificate(gated: Gated):
    """What a system must beat, and a judge whose labels were drawn."""
    gated.add(controlled_run(ANSWERS, controls=CONTROLS))
    gated(BEATS)
    [(run_id,)] = gated.store.query("select run_id from facts.runs").rows()
    require_equal(gated, "beats", run_id, count=2)
    gated.add(judged("j1"))
    labelled(gated, strict, "j1")
    gated(DEMAND.format("min_sensitivity = 0.5"), "--run", "j1")
    require_equal(gated, "floor", "j1")


def test_a_look_is_taken_again(gated: Gated):
    """The run was being asked then, and has more answers now."""
    first = order()[:8]
    gated.add([*baseline(), *unfinished(dict.fromkeys(first, "wrong"))])
    _, [decision] = gated(NO_DROP, *LOOKING, "--baseline", "run:before")
    assert decision["decision"] == "fail"
    gated.add(unfinished(dict.fromkeys(order()[8:40], "right"))[1:])
    require_equal(gated, "no-drop", "now")


def test_a_decision_that_was_changed_is_broken(gated: Gated):
    """In the database: the segments have the recorded one. As JSON and for people."""
    gated.add(history())
    gated(BOUND, "--run", "new")
    root = str(gated.store.layout.root)
    command = ["explain", "--gate", "bound", "--run", "new", "--store", root,
               "--config", str(gated.file)]  # fmt: skip
    gated.capsys.readouterr()
    assert 0 == call_command(command)
    printed = gated.capsys.readouterr().out
    assert printed.startswith("gate bound of run new: 1 decision, decided again from ")
    assert "at least 0.5" in printed
    with duckdb.connect(str(gated.store.layout.database)) as connection:
        connection.execute("update facts.gates set decision = 'fail'")
    assert 4 == call_command([*command, "--json"])
    told = json.loads(gated.capsys.readouterr().out)
    assert told["problems"] == ["facts.gates has other decisions of bound than the segments"]
    assert not told["is_equal"]
    assert told["configuration"]["gates"][0]["minimum"] == 0.5
    assert told["decisions"][0]["decided"]["decision"] == "pass"


def test_numbers_that_give_another_decision_are_broken(gated: Gated, monkeypatch):
    """A recorded decision that the segments do not give names its fields."""
    from evalstore.gates import decision_events

    gated.add(history())
    right = decision_events.events
    with monkeypatch.context() as patched:
        patched.setattr(decision_events, "events", lambda *given: _doctored(right(*given)))
        gated(BOUND, "--run", "new")
    explanation = explained(gated, "bound", "new")

    assert not explanation.is_equal
    assert explanation.decisions[0].different == ["decision", "value"]
    assert explanation.difference == "a all=all differs in decision, value"


def _doctored(events: list[dict]) -> list[dict]:
    for event in events:
        event["payload"] |= {"decision": "fail", "value": 0.1}
    return events


@pytest.mark.parametrize(
    ("gate_id", "run_id", "words"),
    [
        ("bund", "new", "no gate 'bund' that decided on run new; did you mean 'bound'"),
        ("bound", "r1", "no gate decided on run r1; run `evalstore gate --run r1` first"),
    ],
)
def test_what_cannot_be_explained(gated: Gated, gate_id, run_id, words):
    """A gate or run without a decision."""
    gated.add(history())
    gated(BOUND, "--run", "new")
    with pytest.raises(UsageError, match=words):
        explained(gated, gate_id, run_id)


def test_options_of_other_gates_are_found(gated: Gated):
    """A system without rows here, and a baseline that only other gates have, or cannot take."""
    gated.add(history())
    shown = '[[gate]]\nid = "shown"\nmetric = "accuracy"\nmax_drop = 0.1\nrequire = "shown"\n'
    point = '[[gate]]\nid = "point"\nmetric = "accuracy"\nmax_drop = 0.1\nbaseline = "run:r1"\n'
    point += 'require = "point"\n'
    nowhere = '[[gate]]\nid = "nowhere"\nmetric = "accuracy"\nmin = 0.1\n'
    nowhere += 'where = { domain = "z" }\n'
    gated(BOUND + shown, "--run", "new", "--baseline", "run:r2")
    require_equal(gated, "bound", "new")
    gated(nowhere + shown + point, "--run", "new", "--system", "a")
    require_equal(gated, "nowhere", "new")


def test_another_configuration_is_refused(gated: Gated, tmp_path: Path):
    """The file has to be the one whose SHA-256 was recorded; its options are found."""
    gated.add(history())
    gated(BOUND, "--run", "new", "--allow-incomplete", "--allow-other-judge")
    assert explained(gated, "bound", "new").configuration.options["allow_other_judge"]
    other = tmp_path / "other.toml"
    other.write_text(BOUND.replace("0.5", "0.6"))
    with pytest.raises(UsageError, match="is not the configuration of this decision"):
        gated.store.explain_gate("bound", run="new", config=other)
    root = str(gated.store.layout.root)
    for arguments, words in (
        (["accuracy", "--gate", "bound"], "METRIC is about a number"),
        (["--gate", "bound", "--rows", "5"], "--rows is about a number"),
        (["accuracy", "--config", "x.toml"], "add --gate GATE"),
        ([], "neither METRIC nor --gate"),
    ):
        gated.capsys.readouterr()
        assert 2 == call_command(["explain", *arguments, "--store", root])
        assert words in gated.capsys.readouterr().err
