"""The mapping of Inspect logs: what each kind of value, status and time becomes."""

import json

import pytest

SCORED = {"scores": {"grade": {"value": "C"}}}


def test_an_abnormal_score_is_tagged_with_its_cause(verdict):
    """Older logs keep the cause in the metadata."""
    newer = verdict({"value": None, "reason": "refusal"})
    older = verdict({"value": None, "metadata": {"unscored_reason": "refusal"}})

    assert (["refusal"], newer) == (newer["tags"], older)


@pytest.mark.parametrize(
    ("sample", "status"),
    [
        ({"output": {"choices": [{"message": {"content": "yes"}}]}}, "ok"),
        ({"output": {"choices": [{"message": {"content": ""}}]}}, "missing"),
        ({"output": {"choices": [{"message": {"content": ""}}]}, **SCORED}, "ok"),
        ({"output": {"completion": "yes"}}, "ok"),
        ({"output": {"choices": [], "completion": ""}}, "missing"),
        ({"output": {"choices": [], "completion": ""}, **SCORED}, "ok"),
        ({"output": {}}, "missing"),
        ({}, "missing"),
        (SCORED, "ok"),
        ({"scores": {"grade": {"value": None}}}, "ok"),
        ({"scores": {}}, "missing"),
        ({"error": {"message": "boom"}, **SCORED}, "error"),
        ({"error": {"message": "boom"}}, "error"),
        ({"error": {}, "output": {"completion": "yes"}}, "ok"),
        ({"error": {"traceback": "x"}}, "error"),
    ],
)
def test_each_response_has_its_status(payloads, sample, status):
    """Missing is what has no answer, or an empty one, and no score; an error is an error."""
    assert status == payloads(sample)["response_recorded"][0]["status"]


@pytest.mark.parametrize(
    ("sample", "text", "text_status"),
    [
        ({"output": {"choices": [], "completion": ""}, **SCORED}, None, "not_kept"),
        (SCORED, None, "not_kept"),
        ({"output": {"choices": [{"message": {"content": ""}}]}, **SCORED}, "", None),
        ({"output": {"completion": "yes"}, **SCORED}, "yes", None),
        ({"output": {"choices": []}}, None, None),
        ({"error": {"message": "boom"}, **SCORED}, None, None),
    ],
)
def test_a_text_that_was_judged_and_is_not_there_was_not_kept(payloads, sample, text, text_status):
    """An empty message is a text, and was kept."""
    [response] = payloads(sample)["response_recorded"]

    assert (text, text_status) == (response.get("text"), response.get("text_status"))


def test_an_error_is_one_plain_line(payloads):
    """Colours and tracebacks are for terminals."""
    error = {"message": "\x1b[31mboom\x1b[0m\n  at once", "traceback": "Traceback ..."}

    assert "boom at once" == payloads({"error": error})["response_recorded"][0]["error"]


@pytest.mark.parametrize(
    ("confidences", "confidence"),
    [
        ([0.9, 0.1], 0.9),
        ([None, 0.1], 0.1),
        (["0.9", 0.1], 0.1),
        ([True, 0.1], 0.1),
        ([85, 0.1], 0.1),
        ([0], 0),
        ([85], None),
        ([], None),
    ],
)
def test_the_first_confidence_that_can_be_one_counts(payloads, confidences, confidence):
    """In the order of the scorers; what is out of range is never clamped."""
    scores = {
        f"scorer {number}": {"value": "C", "metadata": {"confidence": found}}
        for number, found in enumerate(confidences)
    }
    response = payloads({"scores": scores})["response_recorded"][0]
    kind = None if confidence is None else "stated"

    assert (confidence, kind) == (response.get("confidence"), response.get("confidence_kind"))


def test_a_confidence_out_of_range_is_told(payloads):
    """It becomes null with a repair that shows what it was."""
    scores = {"grade": {"value": "C", "metadata": {"confidence": 85}}}
    [repair] = payloads({"scores": scores})["response_recorded"][0]["repairs"]

    assert "85.0" == repair["was"]


def test_what_was_thought_is_not_what_was_said(payloads):
    """Parts of text are joined; reasoning is left out, pictures are named."""
    content = [
        {"type": "reasoning", "reasoning": "hm"},
        {"type": "text", "text": "A bike"},
        {"type": "image", "image": "data:image/png;base64,AAAA"},
        {"type": "text", "text": "data:image/png;base64,AAAA"},
    ]
    response = payloads({"output": {"choices": [{"message": {"content": content}}]}})

    assert "A bike\n[image]\n[image]" == response["response_recorded"][0]["text"]


def test_metadata_finds_its_places(payloads):
    """What has the right type is lifted; other scalars are attributes; the rest stays out."""
    metadata = {
        "domain": 7,
        "label": "E",
        "severity": 3,
        "is_canary": True,
        "cluster_id": "c1",
        "tags": ["x"],
        "difficulty": 2,
        "source": "y" * 300,
        "nested": {"a": 1},
        "nothing": None,
    }
    [case] = payloads({"metadata": metadata, "target": "", "input": "Why?"})["case_generated"]

    assert {
        "case_id": "1",
        "domain": "quiz",
        "prompt": "Why?",
        "label": "E",
        "is_canary": True,
        "cluster_id": "c1",
        "severity": "3",
        "tags": ["x"],
        "attributes": {"domain": 7, "difficulty": 2},
    } == case


def test_epochs_are_attempts_at_one_case(payloads):
    """The case is told once, with the first of them."""
    found = payloads({"epoch": 1}, {"epoch": 2})

    assert 1 == len(found["case_generated"])
    assert [1, 2] == [response["attempt"] for response in found["response_recorded"]]


def test_usage_is_summed_over_models(payloads):
    """Tokens and costs of all the models a sample used; what nobody says stays unsaid."""
    usage = {
        "a": {"input_tokens": 10, "output_tokens": 1, "total_cost": 0.25},
        "b": {"input_tokens": 5, "output_tokens": 2},
    }
    used, silent = payloads({"model_usage": usage}, {"epoch": 2})["response_recorded"]

    assert (15, 3) == (used["tokens_in"], used["tokens_out"])
    # What the second model cost nobody says.
    assert "cost_usd" not in used
    assert not {"tokens_in", "tokens_out", "cost_usd", "latency_ms"} & silent.keys()


@pytest.mark.parametrize(
    ("times", "latency_ms"),
    [
        ({"output": {"time": 0.5}, "working_time": 2, "total_time": 3}, 500),
        ({"working_time": 2, "total_time": 3}, 2000),
        ({"total_time": 3}, 3000),
    ],
)
def test_the_narrowest_time_is_the_latency(payloads, times, latency_ms):
    """The model's own call, else the work, else all of it."""
    assert latency_ms == payloads(times)["response_recorded"][0]["latency_ms"]


@pytest.mark.parametrize(
    ("completed_at", "occurred_at"),
    [
        ("2025-01-01T00:00:00+00:00", "2025-01-01T00:00:00+00:00"),
        ("2025-01-01T00:00:00.5Z", "2025-01-01T00:00:00.5Z"),
        ("2025-01-01T00:00:00", None),
        ("yesterday", None),
        (None, None),
    ],
)
def test_a_time_without_an_offset_is_no_time(mapped, completed_at, occurred_at):
    """It would be local to a machine nobody knows."""
    text = json.dumps(
        {"kind": "sample", "run_id": "r", "is_first_epoch": True,
         "sample": {"case_id": "1", "completed_at": completed_at}}
    )  # fmt: skip

    assert [None, occurred_at] == [at for _, _, at, _ in mapped([text])]


def test_a_verdict_comes_again_where_the_response_changed(payloads):
    """It names what it judged, so the same score of another answer is another verdict."""
    score = {"scores": {"grade": {"value": "C"}}}
    first, second = payloads(
        {**score, "output": {"completion": "yes"}},
        {**score, "output": {"completion": "no"}, "epoch": 2},
    )["verdict_recorded"]

    assert (1, 2) == (first.pop("attempt"), second.pop("attempt"))
    assert first.pop("response_digest") != second.pop("response_digest")
    assert first == second


def test_an_old_log_with_one_nameless_score_is_read(payloads):
    """Its samples hold `score`, and its attachments stand in the transcript."""
    sample = {
        "id": 1,
        "input": "attachment://a",
        "score": {"value": "C"},
        "transcript": {"content": {"a": "a long question"}},
    }
    found = payloads(sample, nameless_scorer="match")
    [case], [verdict] = found["case_generated"], found["verdict_recorded"]

    assert ("a long question", "match") == (case["prompt"], verdict["validator_id"])


def test_text_reaches_the_payload_as_it_stands(payloads):
    """Quotes, escapes, null characters and foreign scripts are only text."""
    text = "\"'; drop table events; -- \\ \u0000 \u2028 ид <b> {}"
    response = payloads({"output": {"completion": text}})["response_recorded"][0]

    assert text == response["text"]
