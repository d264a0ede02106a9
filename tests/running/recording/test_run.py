"""A run recorded from Python is what was said of it, and ends as its block does."""

import pytest

from evalstore.errors import DoubtfulInputWarning, UsageError
from evalstore.running.recording.case import RunCase


def without_ids(payloads):
    return [
        {name: value for name, value in payload.items() if not name.endswith("_id")}
        for payload in payloads
    ]


@pytest.mark.sweep
def test_five_lines(opened, rows):
    """Cases, responses and verdicts of a loop are facts when the block ends."""
    with opened() as run:
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
    assert [("triage", "completed")] == rows("select suite, run_status from facts.runs")


def test_started(opened, payloads):
    """A run says what was given of it, durably, before anything else is said."""
    run = opened(seed=7, tags=["nightly"], config={"temperature": 0.5}, attempts=2)
    started = {
        "suite": "triage",
        "systems": ["v2"],
        "seed": 7,
        "attempts": 2,
        "tags": ["nightly"],
        "config": {"temperature": 0.5},
    }
    assert [started] == payloads("run_started")
    run.finish()


def test_commit(opened, payloads):
    """The commit of the working folder is recorded unless it is not wanted."""
    with opened(git=True), opened():
        pass

    assert [40, 0] == [len(payload.get("git_sha", "")) for payload in payloads("run_started")]


def test_exception(opened, payloads):
    """An exception leaves the block as it came, and the run as failed, with what was said."""
    run = opened()
    run.case("2 + 2?").response("4")
    with pytest.raises(ZeroDivisionError), run:
        raise ZeroDivisionError("by sk-ant-api03-" + "a" * 93 + "AA")

    [finished] = payloads("run_finished")
    assert ("failed", {"cases": 1, "responses": 1}) == (finished["status"], finished["counts"])
    assert finished["error"].startswith("ZeroDivisionError: by ")
    assert "sk-ant" not in finished["error"]
    assert ["4"] == [payload["text"] for payload in payloads("response_recorded")]


@pytest.mark.sweep
def test_system_that_is_not_declared(opened, payloads):
    """A system that the run does not declare is recorded, with a warning that names its own."""
    said = "'V2', expected one of those that run 'r1' declares (v2)"
    with opened(run_id="r1") as run, pytest.warns(DoubtfulInputWarning, match=said) as warned:
        run.case("2 + 2?").response("4", system="V2")

    assert [__file__] == [warning.filename for warning in warned]
    assert ["V2"] == [payload["system_id"] for payload in payloads("response_recorded")]


@pytest.mark.thinned(2)
@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_cancelled(opened, payloads, error):
    """What is no Exception cancels the run."""
    with pytest.raises(error), opened():
        raise error

    assert ["cancelled"] == [payload["status"] for payload in payloads("run_finished")]


@pytest.mark.sweep
def test_same_question(opened, payloads):
    """The same question has the same id in every run, and is one case in each."""
    ids = []
    for _ in range(2):
        with opened() as run:
            ids += [run.case("2 + 2?", expected="4").case_id for _ in range(2)]
            ids.append(run.case(case_id=ids[0]).case_id)

    assert {"triage-6c3cfa0f795d"} == set(ids)
    assert 2 == len(payloads("case_generated"))


@pytest.mark.sweep
def test_case_ids(opened, payloads):
    """A conversation has an id as a prompt has, and half of a surrogate pair is repaired."""
    conversation = [{"role": "user", "content": "2 + 2?"}]
    with opened() as run, pytest.warns(DoubtfulInputWarning):
        ids = [run.case(messages=conversation).case_id, run.case("\ud800").case_id]

    assert 2 == len({*ids, "triage-6c3cfa0f795d"} - {"triage-6c3cfa0f795d"})
    assert ["�"] == [case["prompt"] for case in payloads("case_generated") if "prompt" in case]


@pytest.mark.sweep
def test_another_question(opened, payloads):
    """A second question or answer under one id is an error at the call."""
    with opened() as run:
        run.case("2 + 2?", expected="4")
        with pytest.raises(
            UsageError, match="the question, expected answer or another field differs"
        ):
            run.case("2 + 2?", expected="5")
        with pytest.raises(UsageError, match="found none of prompt, messages and case_id"):
            run.case()
    assert 1 == len(payloads("case_generated"))


@pytest.mark.sweep
def test_attempts(opened, payloads):
    """Answers of one system to one case count up; one that is given is taken."""
    with opened(systems=["a", "b"]) as run:
        case = run.case("2 + 2?")
        for text in ("4", "5"):
            case.response(text, system="a")
        case.response("4", system="b", attempt=7)
        numbers = [case.response("x", system=system).attempt for system in ("a", "b")]

    assert [3, 8] == numbers
    recorded = payloads("response_recorded")
    assert [None, 2, 7, 3, 8] == [payload.get("attempt") for payload in recorded]


@pytest.mark.sweep
def test_answering(opened, payloads):
    """A block that answers records its latency, and an exception as an error."""
    with opened() as run:
        case = run.case("2 + 2?")
        with case.answering() as reply:
            reply.text = "4"
            with pytest.raises(
                UsageError, match="the response is recorded when the `with` block ends"
            ):
                reply.response.verdict("exact", True)
        reply.response.verdict("exact", True)
        with case.answering(suppress=TimeoutError):
            raise TimeoutError("30 s")
        with pytest.raises(ValueError, match="no key"), case.answering():
            raise ValueError("no key")
        with pytest.raises(KeyboardInterrupt), case.answering():
            raise KeyboardInterrupt

    found = payloads("response_recorded")
    assert all(payload["latency_ms"] > 0 for payload in found)
    assert [("ok", None), ("error", "TimeoutError: 30 s"), ("error", "ValueError: no key")] == [
        (payload["status"], payload.get("error")) for payload in found
    ]


@pytest.mark.sweep
def test_finished(opened, payloads):
    """Nothing is taken after the end, and a second end changes nothing."""
    with opened() as run:
        case = run.case("2 + 2?")
    run.finish("failed")
    with pytest.raises(UsageError, match="is finished; open it again"):
        case.response("4")
    assert ["completed"] == [payload["status"] for payload in payloads("run_finished")]


@pytest.mark.sweep
def test_system_left_out(opened, payloads):
    """A system may be left out only where the run has one."""
    message = "declares a, b; pass system="
    with opened(systems=["a", "b"]) as run, pytest.raises(UsageError, match=message):
        run.case("2 + 2?").response("4")
    with pytest.raises(UsageError, match="systems: found 'v2', expected a list"):
        opened(systems="v2")


@pytest.mark.sweep
def test_judge(opened, rows):
    """Validators of evalstore judge what was said so far."""
    with opened() as run:
        run.case("What is 2 + 2?", expected="4").response("4")
        judged = run.judge("factual")

    assert {"factual": {"right": 1}} == judged
    assert [("factual", "right")] == rows("select validator_id, outcome from facts.verdicts")


@pytest.mark.sweep
def test_undeclared_case(opened):
    """Answers to a case that nobody declares are warned of at the end."""
    run = opened()
    run.case("2 + 2?").response("4")
    RunCase(run, "misspelt").response("4")
    with pytest.warns(DoubtfulInputWarning, match="name 1 case that the run does not declare"):
        run.finish()
