"""Older shapes of the harness's files, and what a hand may have done to them."""

import json
import os
from pathlib import Path

import pytest

from evalstore.errors import UnreadableInputError
from tests.harnesses.lm_eval.conftest import STAMP, Reading

OLD = {
    "results": {"arc": {"acc": 0.25, "acc_stderr": 0.1, "acc_norm": 0.5, "acc_norm_stderr": 0.1}},
    "versions": {"arc": 0},
    "config": {"model": "hf", "model_args": "pretrained=a/b,revision=step3", "limit": None},
}
NEW = {
    "results": {
        "sums": {"alias": "sums", "exact_match,none": 1.0, "exact_match_stderr,none": "N/A"}
    },
    "configs": {"sums": {"repeats": 1}},
    "versions": {"sums": 1.0},
    "config": {"model": "hf", "model_args": {"pretrained": "a/b", "api_key": "k" * 30}},
    "date": 1_760_000_000.5,
    "total_evaluation_time_seconds": "2.25",
    "lm_eval_version": "0.4.9.2",
}
LINE = json.dumps({
    "doc_id": 0, "doc": {"question": "1?"}, "target": "1", "arguments": [["1?", {}]],
    "resps": [["1"]], "filtered_resps": ["1"], "exact_match": 1.0,
})  # fmt: skip
HOSTILE_LINES = {
    "not an object": "[1, 2]",
    "no doc_id": '{"doc": {}, "resps": []}',
    "doc_id is a list": '{"doc_id": [1], "doc": {}, "resps": []}',
    "half a line": LINE[:60],
    "nested deep": '{"doc_id": 1, "resps": ' + "[" * 5000 + "]" * 5000 + "}",
    "not UTF-8": b'{"doc_id": 1, "resps": [["\xff"]]}',
    "a control character": b'{"doc_id": 1, "resps": [["\x00"]]}',
    "a line too long": '{"doc_id": 1, "resps": [["' + "a" * (17 * 1024 * 1024) + '"]]}',
    "UTF-16": LINE.encode("utf-16"),
    "a metric twice": LINE[:-1] + ', "exact_match": 0.0}',
    "a key twice, below": LINE.replace('"question"', '"question": "2?", "question"'),
}
ODD_LINES = {
    "NaN": LINE.replace('"exact_match": 1.0', '"exact_match": NaN'),
    "a lone surrogate": LINE.replace('"resps": [["1"]]', '"resps": [["\\ud83d"]]'),
    "an integer of many digits": LINE.replace('"question": "1?"', f'"question": {10**30}'),
    "wrong types": '{"doc_id": 1, "doc": 3, "target": {}, "arguments": 7, "resps": null, '
    '"filtered_resps": {}, "metrics": [1, "exact_match"], "exact_match": {"a": 1}}',
    "an infinite value": LINE.replace('"exact_match": 1.0', '"exact_match": Infinity'),
    "an empty list": LINE.replace('[["1"]]', "[[]]").replace('["1"]', "[]"),
}
UNSCORED = ("NaN", "wrong types", "an infinite value")
HOSTILE_RESULTS = {
    "cut short": json.dumps(NEW)[:200],
    "results is a list": '{"results": [], "versions": {}}',
    "nested deep": '{"results": {"a": {"b": ' + "[" * 9000 + "]" * 9000 + '}}, "versions": {}}',
    "not JSON": "results",
    "no task": '{"results": {}, "versions": {}}',
    "a task that is no object": '{"results": {"sums": [1]}, "versions": {}}',
    "UTF-16": json.dumps(NEW).encode("utf-16"),
    "results twice": json.dumps(NEW)[:-1] + ', "results": {"sums": {"acc,none": 0.0}}}',
}


def test_files_before_filters_are_figures_alone(reading):
    """Keys without a filter, no samples, and no time."""
    found = reading(results=OLD)
    [start], [finish] = found.payloads("run_started"), found.payloads("run_finished")

    assert [("acc", 0.25, 0.1), ("acc_norm", 0.5, 0.1)] == [
        (figure["scorer"], figure["value"], figure["stderr"])
        for figure in found.payloads("score_reported")
    ]
    assert ("arc", ["a/b@step3"], "completed") == (
        start["suite"], start["systems"], finish["status"],
    )  # fmt: skip


def test_times_and_keys(reading, sample):
    """Times are UTC; arguments of a model other than its name stay behind."""
    found = reading(sample(0), results=NEW)
    [start] = found.payloads("run_started")

    assert {"pretrained": "a/b"} == start["config"]["model_args"]
    assert "k" * 30 not in json.dumps(found.events)


def test_raw_replies_of_old_versions(reading):
    """Lists for arguments, numbers for likelihoods, no hashes, no list of metrics, no filter."""
    found = reading(json.dumps({
        "doc_id": 3, "doc": {"goal": "sit"}, "target": 1,
        "arguments": [["To sit,", " run"], ["To sit,", " use a chair"]],
        "resps": [[[-2.0, False]], [[-1.0, True]]],
        "filtered_resps": [[-2.0, False], [-1.0, True]],
        "acc": 1.0, "acc_norm": 0.0,
    }) + "\n")  # fmt: skip
    [case], [response] = found.payloads("case_generated"), found.payloads("response_recorded")
    verdicts = found.payloads("verdict_recorded")

    assert ("To sit,", ["run", "use a chair"], "use a chair") == (
        case["prompt"], case["choices"], case["expected"],
    )  # fmt: skip
    assert 16 == len(case["case_id"])
    assert [-2.0, -1.0] == response["log_likelihoods"]
    assert [("acc", "right"), ("acc_norm", "wrong")] == [
        (verdict["validator_id"], verdict["outcome"]) for verdict in verdicts
    ]


def test_the_hash_is_the_harness_s_own(reading, written_by_the_tool):
    """Without `doc_hash`, as old versions write, a document is the same case."""
    line = {"doc_id": 9, "doc": {"question": "What is 4 + 4?", "answer": "8"}, "resps": [["8"]],
            "target": "8", "filtered_resps": ["8"], "exact_match": 1.0}  # fmt: skip
    [case] = reading(line).payloads("case_generated")

    assert case["case_id"] in {
        one["case_id"] for one in written_by_the_tool.payloads("case_generated", "sums")
    }


def test_a_value_for_each_reply_judges_each(reading, sample):
    """Where a metric gives a list as long as the replies, each attempt has its own."""
    found = reading(sample(0, resps=[["a", "b"]], exact_match=[True, False]))

    assert [(1, "right"), (2, "wrong")] == [
        (one["attempt"], one["outcome"]) for one in found.payloads("verdict_recorded")
    ]


def test_a_reply_that_never_came_is_missing(reading, sample):
    """A null in place of a text, which no metric judged."""
    found = reading(sample(0, resps=[[None]], filtered_resps=[None], metrics=[]))

    assert ["missing"] == [one["status"] for one in found.payloads("response_recorded")]


def test_fields_whose_values_come_again_make_slices(reading, sample):
    """Each question is asked once, so it is none; their levels are two."""
    docs = [{"question": f"q{at}", "level": at % 2} for at in range(60)]
    found = reading(*(sample(at, doc=doc) for at, doc in enumerate(docs)))

    assert [{"level": at % 2} for at in range(60)] == [
        case["attributes"] for case in found.payloads("case_generated")
    ]


def test_unknown_versions_are_read_with_a_warning(reading, sample):
    """Of what comes after 0.4, nobody here knows: fields that are no metrics are kept, once."""
    line = sample(0, resps=[["a", "b"]], exact_match=[1, 0], mood="calm", api_key="sk-1")
    found = reading(line, results=NEW | {"lm_eval_version": "1.2"})

    assert [{"mood": "calm"}, None] == [
        payload.get("raw_fields") for payload in found.payloads("response_recorded")
    ]
    assert "lm-eval 1.2 is unknown" in found.source.warnings[0]


def test_a_known_version_keeps_no_raw_fields(reading, sample):
    """What it writes is known; of lines that list no metrics every other field may be one."""
    line = sample(0, mood="calm")
    unlisted = {key: value for key, value in line.items() if key != "metrics"}
    for lines, version in ((line, "0.4.13"), (unlisted, "1.2")):
        found = reading(lines, results=NEW | {"lm_eval_version": version})
        [payload] = found.payloads("response_recorded")
        assert "raw_fields" not in payload


@pytest.mark.parametrize("name", ODD_LINES)
def test_odd_samples_keep_their_meaning(reading, name):
    """What is no number is unscored, and none of it is an error."""
    found = reading(ODD_LINES[name] + "\n")
    outcomes = {one["outcome"] for one in found.payloads("verdict_recorded")}

    assert [] == found.skips
    assert outcomes == (
        {"unscored"} if "value" in name or name in ("NaN", "wrong types") else {"right"}
    )


@pytest.fixture(name="sums")
def sums_fixture(tmp_path):
    """Write results of `sums` and these bytes as its samples; return the path of the results."""

    def write(*lines):
        text = b"".join(one if isinstance(one, bytes) else one.encode() for one in lines)
        (tmp_path / f"samples_sums_{STAMP}.jsonl").write_bytes(text)
        path = tmp_path / f"results_{STAMP}.json"
        path.write_text(json.dumps(NEW), encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("name", HOSTILE_LINES)
def test_hostile_samples_are_skipped_and_named(sums, name):
    """The line beside them is read; the run has no end, for one is missing."""
    found = Reading(sums(LINE + "\n", HOSTILE_LINES[name]))

    assert {f"samples_sums_{STAMP}.jsonl, line 2"} >= {
        skip.location for skip in found.skips if "UTF-16" != name
    }
    assert found.skips
    assert 1 == len(found.payloads("response_recorded"))
    assert [] == found.payloads("run_finished")


def test_a_store_takes_what_is_whole(sums, take):
    """Of a file of hostile lines, the whole one and its figure."""
    lines = [one for one in HOSTILE_LINES.values() if isinstance(one, str)]
    taken = take(sums(LINE + "\n", *(f"{line}\n" for line in lines)))

    assert len(lines) == taken.skipped.total()
    # The run's start, case, response, verdict and figure.
    assert 5 == taken.total("new")


@pytest.mark.parametrize("name", HOSTILE_RESULTS)
def test_hostile_results_are_refused(tmp_path, name):
    """With a message that names the file."""
    text = HOSTILE_RESULTS[name]
    path = tmp_path / f"results_{STAMP}.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(UnreadableInputError, match="results_"):
        Reading(path)


@pytest.mark.sweep
def test_refused_results_leave_the_store_as_it_was(tmp_path, take, a_store):
    """Nothing of the call is appended."""
    path = tmp_path / f"results_{STAMP}.json"
    path.write_text(HOSTILE_RESULTS["cut short"], encoding="utf-8")
    before = list(a_store.query("select count(*) from log.events"))
    with pytest.raises(UnreadableInputError, match="not a valid JSON object"):
        take(path, format_name="lm_eval")

    assert before == list(a_store.query("select count(*) from log.events"))


@pytest.mark.sweep
@pytest.mark.real_data
@pytest.mark.skipif(
    "EVALSTORE_REAL_DATA" not in os.environ, reason="EVALSTORE_REAL_DATA names no folder"
)
def test_real_files_agree_with_themselves(take):
    """Results with samples, and seven files before filters: each figure has its reason."""
    folder = Path(os.environ["EVALSTORE_REAL_DATA"]) / "lm_eval"
    taken = take(*sorted(folder.glob("*.json*")), *sorted(folder.glob("*/*v1*3000.json")))

    assert [] == taken.compared.differing
    assert {
        "the log holds no samples",
        "the log holds 10 of the 5000 attempts it is of",
    } == {figure.reason for figure in taken.compared.figures}
