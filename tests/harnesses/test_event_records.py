"""Records that list their events."""

import json
import math

import pytest

from evalstore.harnesses import detect, event_records
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError


def test_events_keep_their_order_and_their_times():
    """A record has one run; each event its kind, and its time if it is known."""
    record = event_records.record(
        "line 1",
        "r1",
        event_records.case({"case_id": "c1"}),
        event_records.attempt({"case_id": "c1"}, "2026-01-01T00:00:00Z"),
    )

    assert json.loads(record.text) == {
        "run_id": "r1",
        "events": [
            {"kind": "case_generated", "payload": {"case_id": "c1"}},
            {
                "kind": "response_recorded",
                "at": "2026-01-01T00:00:00Z",
                "payload": {"case_id": "c1"},
            },
        ],
    }


def test_a_payload_may_not_hold_a_lone_surrogate():
    """Strict JSON cannot represent it, so a reader has to replace it first."""
    with pytest.raises(NotStrictJsonError):
        event_records.record("line 1", "r1", event_records.case({"case_id": "\ud800"}))


def test_a_figure_has_the_order_of_all_figures():
    """Whatever order its reader uses; fields of one format follow."""
    event = event_records.figure({"unit": "percent", "value": 3, "scorer": "acc", "count": 2.0})

    assert [name for name, value in event["payload"].items() if value is not None] == [
        "scorer",
        "value",
        "count",
        "unit",
    ]
    assert repr(event["payload"]["value"]) == "3.0"
    assert repr(event["payload"]["count"]) == "2"


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 2.0**63, None, "2"])
def test_a_count_that_is_no_integer_is_missing(number):
    """A file may have anything as a count."""
    assert event_records.as_integer(number) is None


def test_formats_with_the_common_mapping_name_their_family():
    """Files of one run replace each other only within a family, which no mapping shows."""
    lacking = [
        name
        for name, module in detect.record_formats().items()
        if module.MAPPING == event_records.MAPPING and not hasattr(module, "FAMILY")
    ]

    assert lacking == []
