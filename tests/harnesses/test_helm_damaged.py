"""Damaged and odd run folders of HELM."""

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.ingest import IngestOptions
from tests.harnesses import test_helm
from tests.harnesses.test_helm import INSTANCES, STATES, stats_of

store = test_helm.store
DEEP = "[" * 5000

LEFT_OUT = {
    "requests cut short": {"scenario_state": '{"adapter_spec": {}, "request_states": [{"inst'},
    "requests that are none": {"scenario_state": {"adapter_spec": {}, "request_states": [1, "a"]}},
    "requests nested too deep": {"scenario_state": '{"request_states": ' + DEEP},
    "requests with a key twice": {
        "scenario_state": '{"request_states": [{"instance": {"id": "id1", "id": "id2"}}]}'
    },
    "requests in Latin-1": {
        "scenario_state": '{"request_states": [{"instance": {"id": "\u00fc"}}]}'.encode("latin-1")
    },
    "requests in UTF-16": {"scenario_state": '{"request_states": []}'.encode("utf-16")},
    "stats cut short": {"per_instance_stats": '[{"instance_id": "id1", "stats": ['},
    "stats with a key twice": {
        "per_instance_stats": '[{"instance_id": "id1", "instance_id": "id2", "stats": []}]'
    },
    "stats of nobody": {"per_instance_stats": [{"stats": []}]},
    "stats without a request": {"per_instance_stats": [*INSTANCES, stats_of("id9", 1.0)]},
    "figures that are none": {"stats": ["accuracy"]},
    "figures cut short": {"stats": '[{"name": {"name": "accuracy"}'},
}
READ_WHOLE = {
    "no result": {"scenario_state": {"request_states": [{"instance": {"id": "id1"}}]}},
    "odd types": {
        "scenario_state": {
            "request_states": [
                {
                    "instance": {"id": 7, "input": [], "references": 3, "perturbation": "x"},
                    "train_trial_index": -4,
                    "result": {"completions": {"text": 1}, "request_time": "soon"},
                }
            ]
        },
        "per_instance_stats": [],
    },
    "NaN and huge numbers": {
        "per_instance_stats": '[{"instance_id": "id1", "train_trial_index": 0, "stats": '
        '[{"name": {"name": "f1"}, "count": 1, "mean": NaN}, '
        '{"name": {"name": "f2"}, "count": 1, "mean": 1e999}]}]'
    },
    "half a surrogate pair": {
        "scenario_state": '{"request_states": [{"instance": {"id": "\\ud800"}}]}',
        "per_instance_stats": [],
    },
    "odd figures": {"stats": [{"name": {"name": ["a"]}}, {"name": 3}, {}]},
}


@pytest.mark.thinned(8)
@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out_leaves_a_run_without_an_end(store, name):
    """It is named, and the folder's own figures are not recorded."""
    [file] = store(**LEFT_OUT[name]).files

    assert file.skips or file.warnings
    assert all(len(skip.detail) < 400 for skip in file.skips)
    assert [] == store.rows("select 1 from log.events where kind = 'run_finished'")


@pytest.mark.sweep
@pytest.mark.parametrize("name", READ_WHOLE)
def test_odd_values_are_read_as_far_as_they_go(store, name):
    """No traceback, and nothing invented."""
    files = {"scenario_state": {"request_states": STATES[:1]}, "stats": None, **READ_WHOLE[name]}

    [file] = store(**{"per_instance_stats": None, **files}).files

    assert not file.skips
    assert [] == store.rows("select 1 from facts.verdicts where score is not null")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"name": "a"', DEEP])
def test_specifications_that_are_none(store, text):
    """Nothing is recognised in them, or they are refused by name; the store is as it was."""
    options = IngestOptions(format_name="helm")
    with pytest.raises(UnreadableInputError, match=r"run_spec\.json"):
        store(specification=text, named="run_spec.json", options=options)
    assert list(store.layout.inbox.iterdir()) == []
