"""Records of openai/evals that are damaged or hostile."""

import pytest

from tests.harnesses.test_openai_evals import MATCH, SAMPLING, SPEC, event, reader_of, rows


@pytest.fixture
def store(tmp_path):
    """Return an empty store, and a function that reads records into it."""
    return reader_of(tmp_path)


NESTED = (
    b'{"run_id":"r1","sample_id":"s","type":"match","data":' + b"[" * 5000 + b"]" * 5000 + b"}"
)
# Lines after a whole sample, and whether each is left out; None where that is open.
HOSTILE = {
    "a list": ("[1]", True),
    "text": ('"spec"', True),
    "no JSON": ("{]", True),
    "cut short": ('{"run_id": "r1", "sam', True),
    "NUL": (b'{"run_id": "r1\x00"}', True),
    "no UTF-8": (b'{"run_id": "\xff\xfe"}', True),
    "deep nesting": (NESTED, None),
    "a sample that is a number": ({**MATCH, "sample_id": 3}, True),
    "a sample that is empty": ({**MATCH, "sample_id": ""}, True),
    "a sample of a long name": ({**MATCH, "sample_id": "s" * 5000}, True),
    "no run": ({**MATCH, "run_id": None}, True),
    "no type": ({**MATCH, "type": ["match"]}, True),
    "data that is text": ({**MATCH, "sample_id": "s2", "data": "right"}, False),
    "no data": ({**MATCH, "sample_id": "s2", "data": None}, False),
    "correct is text": (event(2, "s2", "match", correct="yes"), False),
    "a huge number": (
        '{"run_id":"r1","sample_id":"s2","type":"metrics","data":{"a":1e999}}', False,
    ),
    "a long integer": (event(2, "s2", "metrics", a=2**70), False),
    "half a surrogate pair": (event(2, "s2", "sampling", sampled=["\ud800"]), False),
    "a key twice": (
        '{"run_id":"r1","sample_id":"s2","type":"metrics","data":{"a":1,"a":0}}', True,
    ),
    "odd keys": (event(2, "s2", "metrics", **{'a"b': 1, "": 1, "c.d'$[0]": True}), False),
    "many keys": (event(2, "s2", "metrics", **{f"k{at}": 1 for at in range(300)}), False),
    "an unknown type": (event(2, "s2", "embedding", embedding=[1.0] * 1000), False),
    "a report of lists": ({"final_report": {"a": [1], "b": {"c": {"d": {"e": {"f": 1}}}}}}, False),
    "a report of nobody": ({"final_report": {"a": 1}, "run_id": "elsewhere"}, True),
}  # fmt: skip


@pytest.mark.sweep
def test_hostile_lines(store):
    """What is no record is named by its line; all others, and the sample before, are read."""
    lines = [line for line, _ in HOSTILE.values()]

    [file] = store(SPEC, SAMPLING, MATCH, *lines).files

    left_out = {skip.location for skip in file.skips}
    for number, (name, (_, is_left_out)) in enumerate(HOSTILE.items(), start=4):
        if is_left_out is not None:
            assert is_left_out == (f"line {number}" in left_out), name
    assert all(len(skip.detail) < 500 for skip in file.skips)
    assert [("right",)] == rows(
        store.layout, "select outcome from facts.verdicts where case_id = 'sums.dev.0'"
    )


def test_a_key_twice_is_no_record(store):
    """Which of its values is meant nobody knows."""
    [file] = store(SPEC, MATCH, HOSTILE["a key twice"][0]).files

    assert [("duplicate key", 'found the key "a" twice in one object, expected it once; ')] == [
        (skip.reason, skip.detail.partition("remove")[0]) for skip in file.skips
    ]
    assert [("right",)] == rows(store.layout, "select outcome from facts.verdicts")
