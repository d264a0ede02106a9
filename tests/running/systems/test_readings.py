"""Readings of critics outside: of programs, and of recorded files."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.errors import UsageError
from evalstore.plugins.question import Question
from evalstore.plugins.registry import load
from evalstore.plugins.response import Response, ValueReading, validation_error
from evalstore.running.replies.readings import ReadingError, readings_of
from evalstore.suites.drift.engine.values import VALUES

ASKED = Question("week-1", ("Week 1 of a journal.",), None)
POWER = {"value_dim": "power", "alignment": -0.5, "uncertainty": 0.1}


def answered(payload):
    """Return what a program that prints this payload is recorded with."""
    line = f"print({json.dumps(json.dumps(payload))})"
    settings = {"argv": [sys.executable, "-c", line], "timeout_s": 20.0}
    system = load("systems", "command").build("mine", settings, "seed")
    try:
        return system.ask(ASKED, 1)
    finally:
        system.close()


def replayed(tmp_path, *lines):
    path = tmp_path / "answers.ndjson"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return load("systems", "replay").build("mine", {"file": str(path)}, "seed")


def reading_event(value, alignment, attempt=1):
    payload = {"case_id": "week-1", "system_id": "critic", "attempt": attempt, "status": "ok",
               "value_dim": value, "alignment": alignment, "uncertainty": 0.1}  # fmt: skip
    return {"kind": "response_recorded", "run_id": "r1", "payload": payload}


def test_program():
    """A program's readings are the readings of the response, which needs no text then."""
    doubted = {"value_dim": "security", "alignment": None, "domain_doubt": 0.3}

    response = answered({"readings": [POWER, doubted], "mood": "calm"})

    expected = (ValueReading("power", -0.5, 0.1), ValueReading("security", None, None, 0.3))
    assert ("ok", expected, {"mood": "calm"}) == (
        response.status,
        response.readings,
        response.extra,
    )


def test_program_without_readings():
    """An empty list is no answer."""
    assert "missing" == answered({"readings": []}).status


@pytest.mark.parametrize(
    ("readings", "told"),
    [
        ("none", "readings is 'none', expected a list"),
        ([7], "reading 1 is 7, expected an object"),
        ([{**POWER, "mood": 1}], "reading 1 has 'mood', which no reading has"),
        (
            [{**POWER, "value_dim": "powr"}],
            "reading 1: value_dim is 'powr', expected one of self_",
        ),
        ([{**POWER, "value_dim": ["power"]}], "value_dim is ['power'], expected one of"),
        ([POWER, POWER], "reading 2 is the second of power"),
        ([{"value_dim": "power"}], "reading 1 (power) has no alignment"),
        ([{**POWER, "alignment": -1.01}], "alignment is -1.01, expected a number from -1 to 1"),
        ([{**POWER, "alignment": True}], "alignment is True, expected a number from -1 to 1"),
        ([{**POWER, "alignment": float("nan")}], "alignment is nan, expected"),
        ([{**POWER, "uncertainty": -0.1}], "uncertainty is -0.1, expected a number of at least 0"),
        ([{**POWER, "uncertainty": float("inf")}], "uncertainty is inf, expected"),
        ([{**POWER, "domain_doubt": "0"}], "domain_doubt is '0', expected a number from 0 to 1"),
    ],
)
def test_invalid_readings(tmp_path, readings, told):
    """They make a program's response unparsable, and a recorded file is refused by its line."""
    response = answered({"readings": readings})

    with pytest.raises(UsageError) as refused:
        replayed(tmp_path, {"case_id": "a", "answer": "x"}, {"case_id": "b", "readings": readings})

    assert "unparsable" == response.status
    assert told in response.error
    assert "line 2: " in str(refused.value)
    assert told in str(refused.value)


def test_replayed_list(tmp_path):
    """Readings in the payload of a line are given again."""
    system = replayed(tmp_path, {"case_id": "week-1", "readings": [POWER]})

    assert (ValueReading("power", -0.5, 0.1),) == system.ask(ASKED, 1).readings


def test_replayed_events(tmp_path):
    """Readings in events of their own are gathered by attempt, the last of each value counts."""
    system = replayed(
        tmp_path,
        reading_event("power", 0.5),
        {"case_id": "week-1", "system_id": "critic", "status": "ok", "latency_ms": 7.0},
        reading_event("security", 1.0),
        reading_event("power", -0.5),
        reading_event("power", 0.0, attempt=2),
    )

    first, second = system.ask(ASKED, 1), system.ask(ASKED, 2)

    assert ("ok", 7.0) == (first.status, first.latency_ms)
    assert {"power": -0.5, "security": 1.0} == {
        reading.value_dim: reading.alignment for reading in first.readings
    }
    assert (ValueReading("power", 0.0, 0.1),) == second.readings


def test_replayed_event_is_invalid(tmp_path):
    """A reading out of range is refused with the line of its event."""
    with pytest.raises(UsageError, match=r"line 2: reading 1 \(power\): alignment is 3\.0"):
        replayed(tmp_path, reading_event("power", 0.5), reading_event("power", 3.0))


NUMBERS = st.none() | st.floats(0.0, 1.0)
READINGS = st.lists(
    st.fixed_dictionaries(
        {"value_dim": st.sampled_from(VALUES), "alignment": st.none() | st.floats(-1.0, 1.0)},
        optional={"uncertainty": NUMBERS, "domain_doubt": NUMBERS},
    ),
    unique_by=lambda reading: reading["value_dim"],
)


@given(READINGS)
def test_all_that_is_valid(readings):
    """Each number is taken over, and the response passes the check of every system."""
    found = readings_of(json.loads(json.dumps(readings)))

    assert [ValueReading(**reading) for reading in readings] == list(found)
    assert validation_error(Response("ok", readings=found)) is None


SIMPLE = st.none() | st.booleans() | st.floats() | st.text(max_size=8)
NAMES = st.sampled_from(("value_dim", "alignment", "x"))


@pytest.mark.sweep
@given(
    st.recursive(SIMPLE, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner))
)
def test_any_json(value):
    """Any other value is refused with a reason, and never breaks."""
    with pytest.raises(ReadingError, match="expected"):
        readings_of([value])
    if isinstance(value, list) and value:
        with pytest.raises(ReadingError, match="expected"):
            readings_of(value)
