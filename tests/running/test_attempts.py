"""Every system gets each case as often as the run has attempts, and all of them count."""

import dataclasses

import pytest

from evalstore.errors import UsageError
from evalstore.plugins.response import Response
from evalstore.running import resume
from evalstore.running.git import Commit
from evalstore.running.plan import make_plan, restore_plan

from .conftest import CASES, Adder


class Wavering(Adder):
    """An adder that adds one to its second answer and remembers what it was asked."""

    def ask(self, question, attempt):
        answer = str(int(super().ask(question, attempt).answer) + (attempt == 2))
        self.asked[-1] = (question.case_id, attempt, tuple(m.content for m in question.history))
        return Response("ok", text=answer, answer=answer)


@pytest.fixture
def wavering(bench):
    """A run of three attempts at six cases."""
    bench.systems["adder"] = Wavering("adder")
    bench.attempts = 3
    return bench


def test_every_attempt_is_an_event(wavering):
    """Each attempt has its response and its verdict, and the start says how many there are."""
    progress = []
    ran = wavering.run(on_progress=lambda now: progress.append((now.done_count, now.wanted_count)))

    assert (18, {"right": 12, "wrong": 6}) == (ran.statuses["ok"], ran.outcomes)
    assert [(1, 6, "right"), (2, 6, "wrong"), (3, 6, "right")] == wavering.rows(
        "select attempt, count(*), any_value(outcome) from facts.verdicts group by 1 order by 1"
    )
    assert [("3",)] == wavering.rows(
        "select payload ->> '$.attempts' from log.events where kind = 'run_started'"
    )
    assert ((0, 18), (18, 18)) == (progress[0], progress[-1])


@pytest.mark.sweep
def test_the_metrics_of_attempts_count_them(wavering):
    """Of two right answers in three, every pair has a right one, and a third has two."""
    wavering.run()

    measured = (
        "select (select accuracy from metrics.accuracy where slice_name = 'all'),"
        " (select pass_at_k from metrics.pass_at_k where slice_name = 'all' and variant = 'k=2'),"
        " (select pass_hat_k from metrics.pass_hat_k where slice_name = 'all' and variant = 'k=2')"
    )
    assert [pytest.approx((2 / 3, 1.0, 1 / 3))] == wavering.rows(measured)


@pytest.mark.sweep
def test_an_attempt_at_a_session_sees_only_its_own_answers(wavering):
    """The history of a session's second question holds the answer of the same attempt."""
    wavering.cases = tuple(dataclasses.replace(case, session_id="one") for case in CASES[:2])
    wavering.run(concurrency=3)

    asked = wavering.systems["adder"].asked
    assert [
        ("sum-2", 1, ("What is 1 + 1?", "2")),
        ("sum-2", 2, ("What is 1 + 1?", "3")),
        ("sum-2", 3, ("What is 1 + 1?", "2")),
    ] == sorted(one for one in asked if one[0] == "sum-2")


@pytest.mark.sweep
def test_a_stopped_run_goes_on_with_the_attempts_it_lacks(wavering):
    """After an interrupt each missing attempt is asked once; the plan knows how many there are."""

    def stop(progress):
        if progress.done_count == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        wavering.run(on_progress=stop, concurrency=1)
    recorded = resume.recorded_run(wavering.layout, "r1")
    wavering.systems["adder"].asked.clear()
    assert 3 == restore_plan(recorded.started).attempts
    wavering.run(recorded=recorded, concurrency=1)

    asked = wavering.systems["adder"].asked
    assert 18 == len(recorded.answered) + len(asked)
    assert [(18, 18)] == wavering.rows(
        "select count(*), count(distinct (case_id, attempt)) from facts.responses"
    )


@pytest.mark.parametrize(("suite", "attempts"), [("hallucination", 0), ("drift", 2)])
def test_attempts_that_cannot_be(suite, attempts):
    """No attempt at all is refused, and so are several readings of one week."""
    with pytest.raises(UsageError, match=f"attempts is {attempts}, expected"):
        make_plan(
            suite, seed="s", domains=(), case_count=1, systems=(), settings={},
            commit=Commit(None), attempts=attempts,
        )  # fmt: skip
