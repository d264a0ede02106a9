"""Files of 2024: lines that name no filter, and samples in one list or under another ending."""

import itertools
import json
import os
from pathlib import Path

import pytest

from evalstore.harnesses import detect
from evalstore.harnesses.lm_eval import lm_eval
from tests.harnesses.lm_eval.conftest import STAMP, Reading

FILTERS = ("strict", "flexible")
# What each filter makes of two documents.
SCORES = {("0", "strict"): 0.0, ("0", "flexible"): 1.0, ("1", "strict"): 0.0,
          ("1", "flexible"): 0.0}  # fmt: skip
ORDERS = {
    "a block for each filter": (0, 1, 2, 3),
    "filter after filter of each document": (0, 2, 1, 3),
    "documents in another order in each block": (0, 1, 3, 2),
}
CONFIGURED = {"configs": {"sums": {"filter_list": [{"name": name} for name in FILTERS]}}}


def unnamed(line):
    """Return a line as versions before late 2024 wrote it: without its filter and metrics."""
    return {name: value for name, value in line.items() if name not in ("filter", "metrics")}


def results(filters=FILTERS, **fields):
    figures = {f"exact_match,{name}": 0.5 for name in filters}
    return {"results": {"sums": figures}, "versions": {"sums": 1}} | fields


def outcomes(found):
    return {
        (one["case_id"][-1], one["validator_id"]): one["outcome"]
        for one in found.payloads("verdict_recorded")
    }


@pytest.mark.thinned(3)
@pytest.mark.parametrize("places", ORDERS.values(), ids=ORDERS)
@pytest.mark.parametrize("said", [CONFIGURED, {}], ids=["listed", "of the figures"])
def test_a_line_without_a_filter_is_of_the_next_one_of_its_document(reading, sample, places, said):
    """Only the order among the lines of one document counts."""
    lines = [
        unnamed(sample(int(at), doc_hash=at * 64, exact_match=SCORES[at, name]))
        for name in FILTERS
        for at in "01"
    ]
    found = reading(*(lines[place] for place in places), results=results(**said))

    assert {
        (at, f"exact_match.{name}"): "right" if score else "wrong"
        for (at, name), score in SCORES.items()
    } == outcomes(found)
    assert 2 == len(found.payloads("response_recorded"))
    assert [] == found.source.doubts


def test_more_lines_than_filters_are_named(reading, sample):
    """The last ones stand, and a strict ingest fails."""
    lines = [unnamed(sample(0, exact_match=score)) for score in (0.0, 0.0, 1.0, 0.0)]
    found = reading(*lines, results=results(**CONFIGURED))

    assert {("0", "exact_match.strict"): "right", ("0", "exact_match.flexible"): "wrong"} == (
        outcomes(found)
    )
    [doubt] = found.source.doubts
    assert "1 document comes more than once" in doubt
    assert "name no filter and outnumber the 2 filters" in doubt


def test_lines_without_filters_anywhere_are_of_none(reading, sample):
    """Nor does their number then name two documents of one."""
    lines = [
        unnamed(sample(0, doc_hash=at * 64, arguments={"a": {"arg_0": at, "arg_1": {}}}))
        for at in "01"
    ]
    found = reading(*lines, results=results(("none",)))

    assert {("0", "exact_match"): "right", ("1", "exact_match"): "right"} == outcomes(found)
    assert [] == found.source.doubts


def test_documents_of_one_number_are_apart_in_any_order(reading, sample):
    """Each has its own question and hash, and a verdict for each filter."""
    lines = [
        sample(0, filter=name, doc_hash=at * 64, exact_match=SCORES[at, name],
               arguments={"a": {"arg_0": f"What is {at}?", "arg_1": {}}})
        for at in "01" for name in FILTERS
    ]  # fmt: skip
    expected = {
        (at, f"exact_match.{name}"): "right" if score else "wrong"
        for (at, name), score in SCORES.items()
    }

    for order in itertools.permutations(lines):
        found = reading(*order)
        assert expected == outcomes(found)
        assert [] == found.source.doubts


def as_list(lines):
    return json.dumps(lines)


def as_indented_list(lines):
    return json.dumps(lines, indent=2)


def as_lines(lines):
    return "\n".join(map(json.dumps, lines))


@pytest.mark.thinned(5)
@pytest.mark.parametrize("written", [as_list, as_indented_list, as_lines])
@pytest.mark.parametrize("ending", ["json", "jsonl"])
@pytest.mark.parametrize("is_alone", [False, True], ids=["beside results", "alone"])
def test_samples_are_found_whatever_they_are_written_as(
    tmp_path, sample, written, ending, is_alone
):
    """A list, or an object a line; under `.json` too, as the harness named them for a while."""
    samples = tmp_path / f"samples_sums_{STAMP}.{ending}"
    samples.write_text(written([sample(0), sample(1, exact_match=0.0)]), encoding="utf-8")
    path = samples
    if not is_alone:
        path = tmp_path / f"results_{STAMP}.json"
        path.write_text(json.dumps(results(("none",))), encoding="utf-8")
    found = Reading(path)

    assert "lm_eval" == detect.format_of(path) == detect.format_of(samples)
    assert ["right", "wrong"] == [one["outcome"] for one in found.payloads("verdict_recorded")]
    assert [] == found.skips
    assert ([] if is_alone else [samples]) == lm_eval.companions(path)


def test_two_files_of_samples_of_one_task_are_named(tmp_path, sample):
    """One of them is read, and the other is no loss without a word."""
    for ending in ("json", "jsonl"):
        path = tmp_path / f"samples_sums_{STAMP}.{ending}"
        path.write_text(json.dumps(sample(0)), encoding="utf-8")
    path = tmp_path / f"results_{STAMP}.json"
    path.write_text(json.dumps(results(("none",))), encoding="utf-8")
    found = Reading(path)

    [doubt] = found.source.doubts
    assert f"only samples_sums_{STAMP}.jsonl is read" in doubt
    assert 1 == len(found.payloads("verdict_recorded"))


def test_results_of_another_writer_are_figures(tmp_path):
    """The harness's keys say what they are, though nothing else of the harness is there."""
    path = tmp_path / "scores.json"
    path.write_text(
        json.dumps(
            {"model": "our/model", "tasks": ["sums"], "num_fewshot": 5,
             "results": {"sums": {"acc,none": 0.25, "acc_stderr,none": 0.125, "alias": "sums"}}}
        ),
        encoding="utf-8",
    )  # fmt: skip
    found = Reading(path)

    assert "lm_eval" == detect.format_of(path)
    assert [("our/model", "acc", 0.25, 0.125)] == [
        (one["system_id"], one["scorer"], one["value"], one["stderr"])
        for one in found.payloads("score_reported")
    ]
    assert any("so groups are unknown" in one for one in found.source.warnings)


def test_what_is_infinite_is_called_so(reading, sample):
    """A value, which no mean can hold, and a figure; NaN is another thing."""
    values = (float("inf"), 7.5, float("-inf"), float("nan"))
    found = reading(
        *(sample(at, metrics=["mae"], mae=value, doc_hash=f"{at}" * 64)
          for at, value in enumerate(values)),
        results={"results": {"sums": {"mae,none": float("inf"), "me,none": float("-inf"),
                                      "nan,none": float("nan"), "acc,none": 0.5}},
                 "versions": {}, "n-samples": {"sums": {"effective": 4}}},
    )  # fmt: skip

    assert [
        ("unscored", "the metric gave Infinity, which is infinite", "Infinity"),
        ("measured", "the metric gave 7.5", None),
        ("unscored", "the metric gave -Infinity, which is infinite", "-Infinity"),
        ("unscored", "the metric gave NaN, which is no number", None),
    ] == [
        (one["outcome"], one["reason"], one.get("scorer_value"))
        for one in found.payloads("verdict_recorded")
    ]
    assert [("mae", "Infinity"), ("me", "-Infinity"), ("nan", "NaN"), ("acc", None)] == [
        (one["scorer"], one.get("value_text")) for one in found.payloads("score_reported")
    ]
    [warning] = found.source.warnings
    assert warning.startswith(f"samples_sums_{STAMP}.jsonl: 2 values of mae are infinite, so")
    assert warning.endswith("they are unscored, and the mean is over the 1 finite one")


REPLIES = {
    "null, judged": ([[None]], ["exact_match"], ("ok", None, "not_kept")),
    "none, judged": ([], ["exact_match"], ("ok", None, "not_kept")),
    "null, and no judgement": ([[None]], [], ("missing", None, None)),
    "empty, judged": ([[""]], ["exact_match"], ("ok", "", None)),
    "empty, and no judgement": ([[""]], [], ("missing", "", None)),
    "text, and no judgement": ([["1"]], [], ("ok", "1", None)),
}


@pytest.mark.thinned(2)
@pytest.mark.parametrize("name", REPLIES)
def test_missing_is_what_has_neither_a_text_nor_a_judgement(reading, sample, name):
    """What the harness judged counts, whether or not its file keeps the text."""
    resps, metrics, expected = REPLIES[name]
    found = reading(sample(0, resps=resps, filtered_resps=[], metrics=metrics))
    [response] = found.payloads("response_recorded")

    assert expected == (response["status"], response.get("text"), response.get("text_status"))
    assert ["right"] * len(metrics) == [
        one["outcome"] for one in found.payloads("verdict_recorded")
    ]


# Real files: their folder, how many cases they make, and how many of their figures agree.
REAL = {
    "50/out": (20, 0),
    "11/out": (4, 1),
    "files/lm_eval/bias_classification": (609, 2),
    "files/lm_eval/tgpred": (24, 0),
    "files/lm_eval/rwkv": (0, 0),
}


@pytest.mark.sweep
@pytest.mark.real_data
@pytest.mark.skipif(
    "EVALSTORE_REAL_DATA" not in os.environ, reason="EVALSTORE_REAL_DATA names no folder"
)
@pytest.mark.parametrize("folder", REAL)
def test_real_files_are_read_whole(take, a_store, folder):
    """Lists, lines under `.json`, infinite values, and results of another writer."""
    case_count, agreeing_count = REAL[folder]
    taken = take(Path(os.environ["EVALSTORE_REAL_DATA"]) / "cases" / folder)

    assert [(case_count,)] == [
        tuple(row) for row in a_store.query("select count(*) from facts.cases")
    ]
    assert str(taken.compared).startswith(f"{agreeing_count} agree")
    assert [] == taken.files[0].doubts
    assert not taken.files[0].skips
