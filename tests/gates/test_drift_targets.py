"""The targets for detectors of value drift, asked of systems that meet them and that do not."""

import json

import pytest

from evalstore.cli import call_command
from evalstore.gates import preset

WEEKS = range(1, 11)
CRISIS_WEEKS = (6, 7, 8)
# Which weeks each system flags, by persona: all, every fifth quiet one too, or three of four.
SYSTEMS = {
    "exact": lambda _persona, week: week in CRISIS_WEEKS,
    "alarmist": lambda _persona, week: week > 1,
    "sleepy": lambda persona, week: week in CRISIS_WEEKS and (persona + week) % 4 > 0,
}


def run_of(persona_count):
    """Return the events of a run: each persona is in crisis for three weeks, in one value."""
    events = [("run_started", {"suite": "drift", "systems": list(SYSTEMS)})]
    for persona in range(persona_count):
        for week in WEEKS:
            case_id = f"p{persona}-{week}"
            events.append(
                ("case_generated",
                 {"case_id": case_id, "domain": "drift",
                  "expected": ["power"] if week in CRISIS_WEEKS else [],
                  "attributes": {"persona_id": f"p{persona}", "week": week}})
            )  # fmt: skip
            for system_id, is_flagged in SYSTEMS.items():
                said = {"case_id": case_id, "system_id": system_id}
                reading = {"value_dim": "power", "alignment": 0.5, "uncertainty": 0.1}
                events += [
                    ("response_recorded", {**said, "status": "ok"}),
                    ("response_recorded", {**said, "status": "ok", **reading}),
                ]
                if is_flagged(persona, week):
                    fired = {"value_dim": "power", "trigger": "crash", "is_suppressed": False}
                    events.append(("drift_detected", {**said, **fired}))
    events.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": "r1", "payload": payload} for kind, payload in events]


def test_the_targets_are_those_stated():
    """Four of five crises, at most a fifth of quiet weeks, 0.60 of flags, 0.5 for each value."""
    expected = {
        ("hit_rate", 0.8, None, "by=value", "all"),
        ("false_positive_rate", None, 0.2, "by=value", "all"),
        ("drift_precision", 0.6, None, "average=micro", "all"),
        ("drift_f1", 0.5, None, None, "value_dim"),
    }

    assert expected == {
        (gate.metric, gate.minimum, gate.maximum, gate.variant, gate.slice_name)
        for gate in preset.gates("drift-targets")
    }


@pytest.mark.thinned(4)
@pytest.mark.parametrize(
    ("system_id", "persona_count", "answers"),
    [
        ("exact", 40, ["pass", "pass", "pass", "pass"]),
        # Flags every week: no crisis is missed, two flags of three are false, F1 is just 0.5,
        # which shows nothing.
        ("alarmist", 40, ["pass", "fail", "fail", "undecided"]),
        # Three crises of four, which may be four of five, and no false alarm.
        ("sleepy", 40, ["undecided", "pass", "pass", "pass"]),
        # Right in each of eight personas: too few to say so.
        ("exact", 8, ["undecided", "undecided", "undecided", "undecided"]),
    ],
)
def test_systems_are_told_apart(store_with, capsys, system_id, persona_count, answers):
    """Each target catches what it is there for, and few weeks decide nothing."""
    store = store_with(run_of(persona_count))
    capsys.readouterr()

    call_command(
        ["gate", "--store", str(store.layout.root), "--gates", "drift-targets",
         "--system", system_id, "--dry-run", "--json"]
    )  # fmt: skip
    decisions = json.loads(capsys.readouterr().out)["gates"]

    assert answers == [decision["decision"] for decision in decisions]
