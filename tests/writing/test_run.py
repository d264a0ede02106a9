"""A run recorded from Python is what was said of it, and ends as its block does."""

import json

import pytest

from evalstore.errors import DoubtfulInputWarning, UsageError


def opened(store, **options):
    return store.run(**{"suite": "triage", "systems": ["v2"], "git": False, **options})


def test_five_lines(store, rows):
    """Cases, responses and verdicts of a loop are facts when the block ends."""
    with opened(store) as run:
        for question, expected in [("2 + 2?", "4"), ("2 + 3?", "5")]:
            case = run.case(prompt=question, expected=expected, domain="sums")
            reply = "4"
            case.response(reply, system="v2", confidence=0.5).verdict(
                "exact", reply == expected, reason="exact match"
            )

    found = rows(
        "select domain, expected, text, confidence, outcome from facts.answers order by expected"
    )
    assert [("sums", "4", "4", 0.5, "right"), ("sums", "5", "4", 0.5, "wrong")] == found
    assert [("completed",)] == rows("select run_status from facts.runs")


def test_exception(store, rows):
    """An exception leaves the block as it came, and the run as failed, with what was said."""
    run = opened(store)
    run.case("2 + 2?").response("4")
    with pytest.raises(ZeroDivisionError), run:
        raise ZeroDivisionError("by sk-ant-api03-" + "a" * 93 + "AA")

    [(payload,)] = rows("select payload from log.events where kind = 'run_finished'")
    finished = json.loads(payload)
    assert ("failed", True) == (finished["status"], "sk-ant" not in finished["error"])
    assert finished["error"].startswith("ZeroDivisionError: by ")
    assert [("4",)] == rows("select text from facts.responses")


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_cancelled(store, rows, error):
    """What is no Exception cancels the run."""
    with pytest.raises(error), opened(store):
        raise error

    assert [("cancelled",)] == rows("select run_status from facts.runs")


def test_same_question(store, rows):
    """The same question has the same id in every run, and is one case in each."""
    ids = []
    for _ in range(2):
        with opened(store) as run:
            ids += [run.case("2 + 2?", expected="4").case_id for _ in range(2)]

    assert 1 == len(set(ids))
    assert [(1,), (1,)] == rows("select count(*) from facts.cases group by run_id")


def test_another_question(store):
    """A second question or answer under one id is an error at the call."""
    with opened(store) as run:
        run.case("2 + 2?", expected="4")
        with pytest.raises(UsageError, match="found another question"):
            run.case("2 + 2?", expected="5")
        with pytest.raises(UsageError, match="expected a prompt, messages or a case_id"):
            run.case()


def test_attempts(store, rows):
    """Answers of one system to one case count up; one that is given is taken."""
    with opened(store, systems=["a", "b"]) as run:
        case = run.case("2 + 2?")
        for text in ("4", "5"):
            case.response(text, system="a")
        case.response("4", system="b", attempt=7)
        numbers = [case.response("x", system=system).attempt for system in ("a", "b")]

    assert [3, 8] == numbers
    found = rows("select system_id, attempt, text from facts.responses order by all")
    assert [("a", 1, "4"), ("a", 2, "5"), ("a", 3, "x"), ("b", 7, "4"), ("b", 8, "x")] == found


def test_status(store, rows):
    """The status follows from what a response has."""
    with opened(store) as run:
        case = run.case("2 + 2?")
        case.response("4")
        case.response(answer=4)
        case.response(error="time-out")
        case.response()
        case.response("?", status="unparsable")

    statuses = ["ok", "ok", "error", "missing", "unparsable"]
    assert statuses == [
        row[0] for row in rows("select status from facts.responses order by attempt")
    ]


def test_outcomes(store, rows):
    """True, False, None and words are outcomes; a value alone is a measurement."""
    with opened(store) as run:
        response = run.case("2 + 2?").response("4")
        response.verdict("a", True).verdict("b", False).verdict("c", None)
        response.verdict("d", "abstained", "said nothing", score=0.5, tags=["silent"])
        response.verdict("e", value=4.5)

    found = rows("select validator_id, outcome, score, value from facts.verdicts order by all")
    assert [
        ("a", "right", None, None),
        ("b", "wrong", None, None),
        ("c", "undetermined", None, None),
        ("d", "abstained", 0.5, None),
        ("e", "measured", None, 4.5),
    ] == found


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (lambda run: run.case("q").response(4), "payload.text: found 4, expected a string"),
        (lambda run: run.case(4), "payload.prompt: found 4, expected a string"),
        (lambda run: run.case("q", attributes={"a": []}), "payload.attributes.a: found"),
        (lambda run: run.case("q").response("a", system="v3", latency_ms="4"), "latency_ms"),
        (lambda run: run.case("q").response("a", answer=object()), "an object of type object"),
        (lambda run: run.case("q").response("a", attempt=0), "expected at least 1"),
        (lambda run: run.case("q").response("a").verdict("v", "rigth"), "found 'rigth'"),
        (lambda run: run.case("q").response("a").verdict("v", True, score=7), "at most 1"),
        (lambda run: run.case("q", expected=2**60), "expected at most 9007199254740992"),
        (lambda run: run.case("x" * 2**24), "16777216 at most"),
    ],
)
def test_wrong_types(store, said, message):
    """What the store would refuse is an error where it is said, in the store's words."""
    with opened(store) as run, pytest.raises(UsageError, match=message):
        said(run)


def test_doubtful_confidence(store, rows):
    """A confidence out of range is kept as null, and the caller's own line warned of it."""
    message = "found 95, expected a number"
    with opened(store) as run, pytest.warns(DoubtfulInputWarning, match=message) as warned:
        run.case("2 + 2?").response("4", confidence=95)

    assert __file__ == warned[0].filename
    assert [(None,)] == rows("select confidence from facts.responses")


def test_scalars_of_arrays(store, rows):
    """Scalars of numpy are the numbers and truths they stand for."""
    import numpy

    with opened(store) as run:
        case = run.case("2 + 2?", attributes={"length": numpy.int64(6)})
        response = case.response("4", confidence=numpy.float32(0.5), tokens_in=numpy.int32(3))
        response.verdict("exact", numpy.bool_(True))

    assert [(0.5, 3)] == rows("select confidence, tokens_in from facts.responses")
    assert [("right",)] == rows("select outcome from facts.verdicts")


def test_answering(store, rows):
    """A block that answers records its latency, and an exception as an error."""
    with opened(store) as run:
        case = run.case("2 + 2?")
        with case.answering() as reply:
            reply.text = "4"
        reply.response.verdict("exact", True)
        with case.answering(suppress=TimeoutError):
            raise TimeoutError("30 s")
        with pytest.raises(ValueError, match="no key"), case.answering():
            raise ValueError("no key")
        with pytest.raises(KeyboardInterrupt), case.answering():
            raise KeyboardInterrupt

    found = rows(
        "select attempt, status, error, latency_ms >= 0 from facts.responses order by attempt"
    )
    assert [
        (1, "ok", None, True),
        (2, "error", "TimeoutError: 30 s", True),
        (3, "error", "ValueError: no key", True),
    ] == found


def test_finished(store):
    """Nothing is taken after the end, and a second end changes nothing."""
    with opened(store) as run:
        case = run.case("2 + 2?")
    run.finish("failed")
    with pytest.raises(UsageError, match="is finished; open it again"):
        case.response("4")


def test_system_left_out(store):
    """A system may be left out only where the run has one."""
    message = "has a, b; name one with system="
    with opened(store, systems=["a", "b"]) as run, pytest.raises(UsageError, match=message):
        run.case("2 + 2?").response("4")
    with pytest.raises(UsageError, match="found the text 'v2', expected a list"):
        opened(store, systems="v2")


def test_judge(store, rows):
    """Validators of evalstore judge what was said so far."""
    with opened(store) as run:
        run.case("What is 2 + 2?", expected="4").response("4")
        judged = run.judge("factual")

    assert {"factual": {"right": 1}} == judged
    assert [("factual", "right")] == rows("select validator_id, outcome from facts.verdicts")
