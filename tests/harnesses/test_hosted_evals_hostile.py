"""Hosted OpenAI Evals: lines that are no objects of the API, odd ones, and files without runs."""

import json

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.hosted_evals import hosted_evals
from tests.harnesses import test_hosted_evals
from tests.harnesses.test_hosted_evals import EVAL, OBJECTS, RUN, lines_of

store = test_hosted_evals.store
DEEP = '{"object": "eval.run.output_item", "run_id": "r", "sample": ' + "[" * 3000
HOSTILE = {
    "no JSON": "{]",
    "cut short": '{"object": "eval.run.output_item", "run_id": "evalr',
    "a number": "7",
    "text": '"eval.run"',
    "no object": '{"id": "a"}',
    "another object": '{"object": "chat.completion", "id": "a"}',
    "an item without a run": '{"object": "eval.run.output_item", "id": "a"}',
    "a run without an id": '{"object": "eval.run"}',
    "an id that is a list": '{"object": "eval.run", "id": ["a"]}',
    "deep nesting": DEEP,
    "a page that is none": '{"object": "list", "data": {"a": 1}}',
}
ODD = [
    {"object": "eval.run.output_item", "run_id": "odd"},
    {"object": "eval.run.output_item", "run_id": "odd", "sample": [], "results": {"a": 1}},
    {"object": "eval.run.output_item", "run_id": "odd", "datasource_item": "x", "status": 3},
    {"object": "eval.run.output_item", "run_id": "odd", "results": [{"name": "a"}, {"name": 3}]},
    {"object": "eval.run.output_item", "run_id": "odd", "created_at": -1e300, "sample": "\ud800"},
    {"object": "eval.run", "id": "odd", "status": {}, "result_counts": [], "created_at": "now"},
    {"object": "eval", "id": 3, "testing_criteria": {"reference": "{{ item.a }}"}},
]


@pytest.mark.sweep
def test_hostile_lines(store):
    """What is no such object is named by its line; odd ones are read as far as they go."""
    [file] = store(lines_of([*OBJECTS, *ODD]) + "\n".join(HOSTILE.values())).files

    found = {skip.location.partition("[")[0] for skip in file.skips}
    first = len(OBJECTS) + len(ODD) + 1
    assert {f"line {number}" for number in range(first, first + len(HOSTILE))} == found
    assert all(len(skip.detail) < 400 for skip in file.skips)
    assert [(3, 5)] == store.rows(
        "select count(*) filter (where run_id = 'evalrun_1'), "
        "count(*) filter (where run_id = 'odd') from facts.responses"
    )


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    "text", ["", "[]", "{", "[1]", '{"object": "eval", "id": "a"}', "[" * 9000]
)
def test_files_without_runs(store, text):
    """They are refused by name, and the store is as it was."""
    with pytest.raises(UnreadableInputError, match=r"evals\.jsonl: "):
        store(text, format_name="hosted_evals")
    assert list(store.layout.inbox.iterdir()) == []


def test_only_objects_of_the_api_are_recognised(tmp_path):
    """By what they say they are."""
    for text in ('{"object": "chat.completion"}', "{}", "", '"object": "eval"'):
        assert not hosted_evals.recognises(tmp_path, text.encode())
    for text in (json.dumps(RUN), json.dumps([EVAL]), lines_of(OBJECTS)):
        assert hosted_evals.recognises(tmp_path, text.encode())
