"""Gates that ship with the package."""

import json

import pytest

from evalstore.cli import call_command
from evalstore.errors import UsageError
from evalstore.gates import preset
from evalstore.gates.config import read

# Of the three kinds of system: metric, lowest, highest.
EXPECTED = {
    "ideal-licensed": {
        ("abstention_precision", 0.9, None),
        ("cvrr", 0.9, None),
        ("far_ne", None, 0.1),
        ("licensed_accuracy", 0.9, None),
    },
    "typical-rag": {
        ("abstention_precision", 0.5, 0.7),
        ("cvrr", 0.3, 0.5),
        ("far_ne", 0.5, 0.8),
        ("licensed_accuracy", 0.8, 0.9),
    },
    "raw-model": {
        ("abstention_precision", 0.4, 0.6),
        ("cvrr", 0.2, 0.4),
        ("far_ne", 0.7, 0.9),
        ("licensed_accuracy", 0.5, 0.7),
    },
}


def answers():
    """Return events of two systems: a perfect one, and one that says YES to everything."""
    gold = {"E": "YES", "C": "NO", "U": "UNKNOWN"}
    events = [
        {"kind": "run_started", "run_id": "r1", "occurred_at": "2026-01-01T00:00:00Z",
         "payload": {"suite": "epistemic", "systems": ["perfect", "eager"]}}
    ]  # fmt: skip
    # So many of a kind that none wrong shows a tenth wrong at most.
    for number in range(105):
        label = "ECU"[number % 3]
        case_id = f"c{number}"
        events.append(
            {"kind": "case_generated", "run_id": "r1",
             "payload": {"case_id": case_id, "domain": "epistemic", "label": label,
                         "expected": gold[label], "validators": ["abstention"]}}
        )  # fmt: skip
        for system_id, answer in (("perfect", gold[label]), ("eager", "YES")):
            answered = {"case_id": case_id, "system_id": system_id}
            events += [
                {"kind": "response_recorded", "run_id": "r1",
                 "payload": {**answered, "status": "ok", "answer": answer}},
                {"kind": "verdict_recorded", "run_id": "r1",
                 "payload": {**answered, "validator_id": "abstention", "reason": "as told",
                             "outcome": "right" if answer == gold[label] else "wrong"}},
            ]  # fmt: skip
    events.append({"kind": "run_finished", "run_id": "r1", "payload": {"status": "completed"}})
    return events


@pytest.mark.parametrize("name", sorted(EXPECTED))
@pytest.mark.parametrize("is_informational", [False, True])
def test_bands(name, is_informational):
    """Each preset asks for the published bands; those of ranges decide as they were published."""
    actual = {}
    for gate in preset.gates(name):
        if gate.is_informational == is_informational:
            actual.setdefault(gate.variant, set()).add((gate.metric, gate.minimum, gate.maximum))
    mappings = {
        ("ideal-licensed", False): ("licensed", "strict"),
        ("ideal-licensed", True): (),
    }.get((name, is_informational), ("licensed" if is_informational else "by_action",))

    assert {f"mapping={mapping}": EXPECTED[name] for mapping in mappings} == actual


@pytest.mark.sweep
def test_bands_are_judged_as_they_were_measured(store_with, capsys):
    """A model that never says UNKNOWN answers always: by action FAR-NE is 1, as licensed 0."""
    events = answers()
    for event in events:
        payload = event["payload"]
        # As the published run of a model: YES on E, NO on C and U.
        if event["kind"] == "response_recorded" and payload["system_id"] == "eager":
            payload["answer"] = "YES" if int(payload["case_id"][1:]) % 3 == 0 else "NO"
    store = store_with(events)
    code = call_command(
        ["gate", "--store", str(store.layout.root), "--gates", "raw-model", "--system", "eager",
         "--json"]
    )  # fmt: skip
    decided = json.loads(capsys.readouterr().out)["gates"]
    values = {gate["variant"]: gate["value"] for gate in decided if gate["metric"] == "far_ne"}

    assert (1, {"mapping=by_action": 1.0, "mapping=licensed": 0.0}) == (code, values)


def test_ideal_is_also_asked_strictly():
    """The ideal holds under the exact reading too, with the same bounds."""
    by_variant = {}
    for gate in preset.gates("ideal-licensed"):
        by_variant.setdefault(gate.variant, set()).add((gate.metric, gate.minimum, gate.maximum))

    assert by_variant["mapping=licensed"] == by_variant["mapping=strict"]


def test_every_preset_is_listed(capsys):
    """The command lists each preset with a sentence."""
    code = call_command(["list", "gates", "--json"])
    listed = {row["name"]: row["sentence"] for row in json.loads(capsys.readouterr().out)}

    others = {"drift-targets", "hallucination-targets"}

    assert (0, {*EXPECTED, *others}) == (code, set(listed))
    assert all(sentence.endswith(".") for sentence in listed.values())


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("code", "system_id"), [(0, "perfect"), (1, "eager")])
def test_gate_command(store_with, code, system_id):
    """A perfect system passes as ideal, one that says YES to everything does not."""
    store = store_with(answers())
    arguments = ["gate", "--store", str(store.layout.root), "--gates", "ideal-licensed"]

    assert code == call_command([*arguments, "--system", system_id])


@pytest.mark.sweep
def test_all_systems_are_asked_without_one(store_with):
    """Without a system each of the run has to pass."""
    store = store_with(answers())

    assert 1 == call_command(
        ["gate", "--store", str(store.layout.root), "--gates", "ideal-licensed"]
    )


def test_both_sources_of_gates_are_too_many(store_with, tmp_path, capsys):
    """A preset and a file exclude each other, and the error says so."""
    store = store_with(answers())
    code = call_command(
        ["gate", "--store", str(store.layout.root), "--gates", "raw-model",
         "--config", str(tmp_path / "gates.toml")]
    )  # fmt: skip

    assert 2 == code
    assert "leave out the other" in capsys.readouterr().err


def test_an_unknown_preset_names_those_there_are():
    """The error for a preset that is not there lists the others."""
    with pytest.raises(UsageError, match="ideal-licensed, raw-model, typical-rag"):
        preset.gates("ideal")


def test_a_gate_of_another_system_is_not_asked(tmp_path):
    """Where every gate names another system, there is nothing to ask of this one."""
    path = tmp_path / "gates.toml"
    path.write_text('[[gate]]\nmetric = "accuracy"\nmin = 0.5\nwhere = { system = "a" }')

    with pytest.raises(UsageError, match="available: a"):
        preset.of_system(read(path), "b")


@pytest.mark.parametrize("name", preset.names())
def test_what_blocks_must_be_shown(name):
    """A point decides nothing but what is for information, and canaries, which are few."""
    words = {
        gate.requirement
        for gate in preset.gates(name)
        if not (gate.is_informational or gate.is_canary)
    }

    assert {"shown"} == words
