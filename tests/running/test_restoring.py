"""Cases and responses come back from the log as they were judged, whoever recorded them."""

import json

import pytest

from evalstore.plugins import registry
from evalstore.plugins.response import Response
from evalstore.running.events import response_event
from evalstore.running.replies.payloads import PayloadError
from evalstore.running.restoring import restored_case, restored_response

TWO_TURNS = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Is it far?"},
    {"role": "assistant", "content": "Yes."},
    {"role": "user", "content": [{"type": "text", "text": "Are you sure?"}]},
]


@pytest.mark.parametrize("suite", ["hallucination", "contradiction"])
def test_cases_of_a_suite_come_back_whole(suite):
    """A case that was recorded, and read again, is the case that was made."""
    module = registry.load("suites", suite)
    cases = list(module.cases("seed", tuple(module.DOMAINS), 12, {}))
    for case in cases:
        payload = json.loads(json.dumps(case.payload()))
        found = restored_case(payload, {})

        assert payload == json.loads(json.dumps(found.payload()))
        assert (case.turns, case.validators) == (found.turns, found.validators)


def test_a_response_comes_back_whole():
    """With every field, conversations included."""
    case = restored_case({"case_id": "c", "messages": TWO_TURNS[1:2] * 2}, {})
    response = Response(
        "ok", text="No.", turns=("Yes.", "No."), answer="No", confidence=0.5,
        confidence_kind="vote", latency_ms=3.0, tokens_in=4, tokens_out=5, cost_usd=0.1,
        extra={"mood": "calm"},
    )  # fmt: skip
    payload = response_event("r1", "maia", case, response)["payload"]

    assert response == restored_response(json.loads(json.dumps(payload)))


def test_the_question_is_what_comes_after_the_last_assistant():
    """Earlier messages are examples or history; they stay in `extra`."""
    case = {"case_id": "c", "domain": None, "messages": TWO_TURNS}
    found = restored_case(case, {"text": "Quite."})

    assert ("", ("Are you sure?",)) == (found.domain, found.turns)
    assert TWO_TURNS == found.extra["messages"]


def test_a_recorded_conversation_says_what_was_asked():
    """A case with a first prompt only, and a reply of two turns."""
    conversation = [*TWO_TURNS, {"role": "assistant", "content": "No."}]
    found = restored_case({"case_id": "c", "prompt": "Is it far?"}, {"turns": conversation})

    assert ("Is it far?", "Are you sure?") == found.turns
    assert ("Yes.", "No.") == restored_response({"turns": conversation}).turns


def test_fields_of_other_tools_do_no_harm():
    """What has another type than a case's field is left out; lists are answers that are right."""
    payload = {
        "case_id": "c", "expected": ["bike", 2, {"kind": "x"}], "answer_key": "bike",
        "answer_schema": "json", "tags": "a", "attributes": [1], "severity": 3, "label": 7,
        "messages": "?", "choices": ["bike", "car"],
    }  # fmt: skip
    found = restored_case(payload, {})

    assert ("bike", "2", '{"kind": "x"}') == found.expected
    assert ({}, None, (), {}, "3", None) == (
        found.answer_key, found.answer_schema, found.tags, found.attributes, found.severity,
        found.label,
    )  # fmt: skip
    assert (("",), {"choices": ["bike", "car"]}) == (found.turns, found.extra)
    with pytest.raises(PayloadError, match="turns hold something"):
        restored_response({"turns": [7]})
