"""Records of every_eval_ever with parts of other types, cut short, or with words of evalstore."""

import json

import pytest

from tests.harnesses.test_converted_records import line, reader_of, result
from tests.harnesses.test_every_eval_ever import SAMPLE


@pytest.fixture
def read(tmp_path):
    """Return a function that reads an aggregate with its lines into a store."""
    return reader_of(tmp_path)


@pytest.mark.thinned(12)
@pytest.mark.parametrize(
    "metadata",
    [
        {"status": "success"},
        {"outcome": "passed"},
        {"outcome": "wrong", "confidence": "high"},
        {"validator_id": "mine", "attributes": "not json"},
        {"severity": "7.5", "domain": "web", "label": "x", "is_canary": "true"},
        {"cluster_id": "c", "session_id": "s", "messages": "[", "is_rating": "true"},
    ],
)
@pytest.mark.parametrize("is_alone", [False, True])
def test_metadata_of_others_is_theirs(read, metadata, is_alone):
    """Words that evalstore has too mean what others mean by them: they are attributes."""
    results = None if is_alone else [result("accuracy")]

    read(results, [line("1", "accuracy", 1.0, metadata=metadata)])

    assert [("accuracy", "right", "ok", None, "math", None, None, False)] == read.rows(
        "select validator_id, outcome, status, confidence, domain, label, severity, is_canary "
        "from facts.scored"
    )
    assert sorted(metadata.items()) == read.rows(
        "select name, value from facts.case_attributes order by all"
    )


@pytest.mark.sweep
def test_details_of_others_are_theirs(read):
    """Nor is what they note of the source a suite or a commit."""
    details = {"suite": "nightly", "git_sha": "0" * 40, "started_at": "2020-01-01"}

    read([result("acc")], [], source_metadata={"additional_details": details})

    assert [("math", None)] == read.rows("select suite, git_sha from facts.runs")


@pytest.mark.sweep
@pytest.mark.parametrize("epochs", [("0", "1"), (0, 1), ("1", "2")])
def test_epochs_count_from_one_or_from_zero(read, epochs):
    """No repetition takes the place of another."""
    read(
        [result("acc")],
        [line("1", "acc", score, metadata={"epoch": epoch})
         for score, epoch in zip((1.0, 0.0), epochs, strict=True)],
    )  # fmt: skip

    assert [(1, "right"), (2, "wrong")] == read.rows(
        "select attempt, outcome from facts.verdicts order by all"
    )


@pytest.mark.sweep
def test_an_epoch_from_zero_moves_only_epochs(read):
    """Lines without one are counted from the first attempt on."""
    epoch = {"metadata": {"epoch": "0"}}

    read(
        [result("acc")],
        [line("1", "acc", 1.0, **epoch), line("2", "acc", 1.0), line("1", "acc", 0.0)],
    )

    assert [("1", 1, "right"), ("1", 2, "wrong"), ("2", 1, "right")] == read.rows(
        "select case_id, attempt, outcome from facts.verdicts order by all"
    )


FAILED = {"error": "timeout", "output": {"raw": []}, "metadata": {"epoch": "1"}}


@pytest.mark.thinned(50)
@pytest.mark.parametrize("result_id", ["acc", None])
@pytest.mark.parametrize("is_error_first", [True, False])
def test_the_reply_that_came_stands(read, result_id, is_error_first):
    """A call that failed and was made again in one epoch is no attempt of its own."""
    lines = [
        line("1", result_id, 0.0, **FAILED),
        line("1", "acc", 1.0, metadata={"epoch": "1"}),
    ]

    read([result("acc")], lines if is_error_first else lines[::-1])

    assert [(1, "ok", "right", None)] == read.rows(
        "select attempt, status, outcome, error from facts.scored "
        "inner join facts.responses using (case_id, attempt, status)"
    )
    assert read.file.skips == []
    assert "1 of 2 samples have an error on one line and a reply" in read.file.doubts[0]


@pytest.mark.thinned(50)
@pytest.mark.parametrize("epoch", ["1" * 5000, "²", -1, 1.5, True, [1], {"a": 1}])
def test_an_epoch_that_is_no_number_is_none(read, epoch):
    """The line is counted."""
    read([result("acc")], [line("1", "acc", 1.0, metadata={"epoch": epoch})])

    assert [(1, "right")] == read.rows("select attempt, outcome from facts.verdicts")


@pytest.mark.sweep
def test_an_epoch_is_told_once(read):
    """A second score of it would take the first one's place: it is skipped by name."""
    metadata = {"epoch": "1"}
    read(
        [result("acc")],
        [line("1", "acc", 1.0, metadata=metadata), line("1", "acc", 0.0, metadata=metadata)],
    )

    [skip] = read.file.skips
    assert (skip.location, skip.reason) == ("a_samples.jsonl, line 2", "told twice")
    assert [("right",)] == read.rows("select outcome from facts.verdicts")


@pytest.mark.sweep
@pytest.mark.parametrize("error", ["", " ", False, None])
def test_no_error_is_none(read, error):
    """Tools write an empty text or false where nothing went wrong."""
    read([result("acc")], [line("1", "acc", 1.0, error=error)])

    assert [("ok", "right")] == read.rows("select status, outcome from facts.scored")


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"token_usage": {"input_tokens": -3, "output_tokens": 4}}, "token_usage.input_tokens"),
        ({"token_usage": [1]}, "token_usage"),
        ({"performance": {"latency_ms": -5}}, "performance.latency_ms"),
        ({"metadata": "x"}, "metadata"),
        ({"answer_attribution": "x"}, "answer_attribution"),
    ],
)
def test_what_stands_beside_a_reply_goes_alone(read, fields, found):
    """The reply and its verdict stay, and a warning says what was left out where."""
    read([result("acc")], [line("1", "acc", 1.0, **fields)])

    [warning] = read.file.warnings
    assert f"a_samples.jsonl, line 1: {found}: found" in warning
    assert [("ok", "right")] == read.rows("select status, outcome from facts.scored")


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("fields", "detail"),
    [
        ({"input": {"reference": []}}, "input: found"),
        ({"input": {"raw": "a", "reference": 7}}, 'input.reference: found "7"'),
        ({"input": {"raw": "a", "choices": "b"}}, 'input.choices: found "b"'),
        ({"output": "x"}, 'output: found "x"'),
        ({"output": {"raw": {"a": 1}}}, "output.raw: found"),
        ({"messages": "x"}, 'messages: found "x"'),
    ],
)
def test_what_was_asked_or_answered_is_of_its_type(read, fields, detail):
    """Otherwise the line is skipped by place and field."""
    read([result("acc")], [line("1", "acc", 1.0), line("2", "acc", 1.0, **fields)])

    [skip] = read.file.skips
    assert skip.location == "a_samples.jsonl, line 2"
    assert skip.detail.startswith(detail)


@pytest.mark.sweep
def test_a_text_is_a_list_of_one(read):
    """So records were written before the format had lists there."""
    old = {"input": {"raw": "2 + 2?", "reference": "4"}, "output": {"raw": "four"}}

    read([result("acc")], [line("1", "acc", 1.0, **old)])

    assert [("4", "four")] == read.rows(
        "select expected, text from facts.cases inner join facts.responses using (case_id)"
    )


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("found", "detail"),
    [
        (7, 'found "7"'),
        ({}, "score_details.score: missing"),
        ({**result("b"), "score_details": {"score": "0.5"}}, 'score_details.score: found "0.5"'),
        ({**result("b"), "score_details": {"score": float("nan")}}, 'found "NaN"'),
        ({**result("b"), "score_details": 5}, 'score_details: found "5"'),
        ({**result("b"), "metric_config": []}, 'metric_config: found "[]"'),
        ({**result("b"), "evaluation_name": 5}, 'evaluation_name: found "5"'),
    ],
)
def test_a_result_that_is_none_is_named(read, found, detail):
    """The others are read."""
    read([result("acc"), found], [])

    [skip] = read.file.skips
    assert skip.location == "evaluation_results[1]"
    assert detail in skip.detail
    assert [(0.5,)] == read.rows("select reported_value from facts.reported_scores")


@pytest.mark.sweep
def test_a_metric_that_is_null_is_not_known(read):
    """As is one that is not there."""
    read([{**result("acc"), "metric_config": None}], [])

    assert [(0.5,)] == read.rows("select reported_value from facts.reported_scores")
    assert read.file.skips == []


CUT = json.dumps(SAMPLE)[:-40]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("lines", "total_rows", "status"),
    [
        ([line("1", "acc", 1.0)], 1, "completed"),
        ([line("1", "acc", 1.0)], None, "completed"),
        ([line("1", "acc", 1.0), line("1", "acc", 1.0, model_id="a/b")], 2, "completed"),
        ([line("1", "acc", 1.0), CUT], 2, "unfinished"),
        ([line("1", "acc", 1.0)], 2, "unfinished"),
        ([line("1", "acc", 1.0), line("2", "acc", 1.0, output="x")], 2, "unfinished"),
    ],
)
def test_a_run_that_lacks_samples_has_no_end(read, lines, total_rows, status):
    """A file that was cut short is not all that the run had."""
    detailed = {} if total_rows is None else {"total_rows": total_rows}

    read([result("acc")], lines, detailed_evaluation_results=detailed)

    assert [(status,)] == read.rows("select run_status from facts.runs")
    assert any("`total_rows`" in one for one in read.file.warnings) == (
        total_rows is not None and total_rows != len(lines)
    )
