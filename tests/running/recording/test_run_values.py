"""What is said of a run from Python is of its type, or refused where it is said."""

import pytest

from evalstore.errors import DoubtfulInputWarning, UsageError
from tests.running.recording.test_run import without_ids


def test_status(opened, payloads):
    """The status follows from what a response has."""
    with opened() as run:
        case = run.case("2 + 2?")
        case.response("4")
        case.response(answer=4)
        case.response(error="time-out")
        case.response()
        case.response("?", status="unparsable")
        case.response(text_status="not_kept")

    statuses = ["ok", "ok", "error", "missing", "unparsable", "ok"]
    assert statuses == [payload["status"] for payload in payloads("response_recorded")]


def test_outcomes(opened, payloads):
    """True, False, None and words are outcomes; a value alone is a measurement."""
    with opened() as run:
        response = run.case("2 + 2?").response("4")
        response.verdict("a", True).verdict("b", False).verdict("c", None)
        response.verdict("d", "abstained", "said nothing", score=0.5, tags=("silent",))
        response.verdict("e", value=4.5)

    outcomes = ["right", "wrong", "undetermined", "abstained", "measured"]
    found = payloads("verdict_recorded")
    assert outcomes == [payload["outcome"] for payload in found]
    abstained, measured = without_ids(found[3:])
    expected = {"reason": "said nothing", "score": 0.5, "tags": ["silent"]}
    assert expected.items() <= abstained.items()
    assert 4.5 == measured["value"]


def test_wrong_types(opened, payloads):
    """What the store would refuse is an error where it is said, in the store's words."""
    said = [
        (lambda run: run.case("q").response(4), "payload.text: found 4, expected a string"),
        (lambda run: run.case(4), "payload.prompt: found 4, expected a string"),
        (lambda run: run.case("a", attributes={"a": []}), "payload.attributes.a: found"),
        (lambda run: run.case("q").response("a", latency_ms="4"), "latency_ms: found"),
        (lambda run: run.case("q").response("a", answer=object()), "an object of type object"),
        (lambda run: run.case("q").response("a", attempt=0), "expected at least 1"),
        (lambda run: run.case("q").response("a").verdict("v", "rigth"), "found 'rigth'"),
        (lambda run: run.case("q").response("a").verdict("v", True, score=7), "at most 1"),
        (lambda run: run.case("b", expected=2**60), "expected at most 9007199254740992"),
        (lambda run: run.case("x" * 2**24), "at most 16777216"),
        (lambda run: run.case(object()), "expected a prompt that is text"),
        (lambda run: run.case("c", tags="nightly"), "tags: found 'nightly', expected a list"),
        (lambda run: run.case(messages="q"), "messages: found 'q', expected a list"),
    ]
    wrong = []
    with opened() as run:
        for call, message in said:
            try:
                call(run)
            except UsageError as error:
                wrong += [] if message in str(error) else [(message, str(error))]
            else:
                wrong.append((message, "no error"))
        # What was refused has taken no attempt.
        assert 3 == run.case("q").response("a").attempt
    assert [] == wrong


def test_doubtful_confidence(opened, payloads):
    """A confidence out of range is kept as null, and the caller's own line warned of it."""
    message = "found 95, expected a number"
    with opened() as run, pytest.warns(DoubtfulInputWarning, match=message) as warned:
        run.case("2 + 2?").response("4", confidence=95)

    assert __file__ == warned[0].filename
    assert [None] == [payload["confidence"] for payload in payloads("response_recorded")]


def test_misspelt_field(opened, payloads):
    """A field of one's own that is probably a known one is named when it is written."""
    with opened() as run:
        run.case("2 + 2?").response("4", extra={"confidance": 0.5})
        with pytest.warns(DoubtfulInputWarning, match="confidance"):
            run.flush()


def test_scalars_of_arrays(opened, payloads):
    """Scalars of numpy are the numbers and truths they stand for."""
    import numpy

    with opened() as run:
        case = run.case("2 + 2?", attributes={"length": numpy.int64(6)})
        response = case.response("4", confidence=numpy.float32(0.5), tokens_in=numpy.int32(3))
        response.verdict("exact", numpy.bool_(True))

    [response] = payloads("response_recorded")
    assert (0.5, 3) == (response["confidence"], response["tokens_in"])
    assert [{"length": 6}] == [payload["attributes"] for payload in payloads("case_generated")]
    assert ["right"] == [payload["outcome"] for payload in payloads("verdict_recorded")]
