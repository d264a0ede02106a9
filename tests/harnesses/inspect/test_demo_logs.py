"""The demo's logs: small, read without loss, and of two systems that differ where it matters."""

import json
from pathlib import Path

import evalstore

LOGS = sorted((Path(evalstore.__file__).parent / "running" / "demo" / "logs").glob("*.eval"))


def confidence_gap(found):
    """How much surer a system is than right, over the answers that state a confidence."""
    confidences, scores = {}, {}
    for kind, _, _, payload in found:
        fields = json.loads(payload)
        key = (fields.get("case_id"), fields.get("attempt"))
        if kind == "response_recorded" and "confidence" in fields:
            confidences[key] = fields["confidence"]
        if kind == "verdict_recorded" and fields["validator_id"] == "factual":
            scores[key] = fields["score"]
    return sum(confidences[key] - scores[key] for key in confidences) / len(confidences)


def test_the_logs_are_small_enough_to_ship():
    """They travel in the wheel."""
    assert 150_000 > sum(path.stat().st_size for path in LOGS) > 0


def test_the_logs_name_no_folder_of_the_machine_that_made_them(read):
    """A log made by hand may carry tracebacks and paths."""
    texts = [record.text for path in LOGS for record in read(path).records]

    assert [] == [text for text in texts if "/tmp" in text or "/home" in text]


def test_one_system_is_calibrated_and_the_other_overconfident(events):
    """That is what the demo shows."""
    gaps = {path.stem.rpartition("-")[2]: confidence_gap(events(path)) for path in LOGS}

    assert abs(gaps["careful"]) < 0.06
    assert gaps["bold"] > 0.2


def test_every_outcome_and_an_error_are_there_to_be_seen(events):
    """Right, wrong, abstained, and one question the service did not answer."""
    found = [event for path in LOGS for event in events(path)]
    outcomes = {json.loads(event[3]).get("outcome") for event in found}
    errors = [event for event in found if '"status":"error"' in event[3]]

    assert {"right", "wrong", "abstained", None} == outcomes
    assert 1 == len(errors)
