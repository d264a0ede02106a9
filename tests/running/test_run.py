"""A run asks every system every case, judges what comes, and leaves it all in the store."""

import dataclasses
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from evalstore.errors import EvalstoreError, UsageError
from evalstore.plugins.response import Response

from .conftest import CASES, Adder


def statuses(bench):
    return dict(bench.rows("select status, count(*) from facts.responses group by status"))


@pytest.mark.sweep
def test_every_system_gets_the_same_cases(bench):
    """Two systems of one run answer the same questions, so that they can be paired."""
    bench.systems["other"] = Adder("other")

    bench.run()
    found = bench.rows(
        "select system_id, list(case_id order by case_id) from facts.responses "
        "group by system_id order by system_id"
    )

    ids = [case.case_id for case in CASES]
    assert [("adder", ids), ("other", ids)] == found
    assert all(system.is_closed for system in bench.systems.values())


@pytest.mark.sweep
def test_a_run_can_be_asked(bench):
    """After the run the metrics answer, and the run is completed."""
    ran = bench.run()

    assert [("completed",)] == bench.rows("select run_status from facts.runs")
    assert [(1.0, 6)] == bench.rows(
        "select accuracy, scored_count from metrics.accuracy where slice_name = 'all'"
    )
    assert {"ok": 6} == ran.statuses
    assert {"right": 6} == ran.outcomes
    assert 6 * 3 + 2 == ran.appended_count


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("declared", "raters"), [({}, []), ({"IS_RATER": True}, ["judge"])])
def test_a_run_names_its_raters(bench, declared, raters):
    """A validator that says it rates answers is named at the start; one that does not is not."""
    vars(bench.modules["validators"]["judge"]).update(declared)

    bench.run()

    assert [(raters,)] == bench.rows(
        'select from_json(payload, \'{"raters": ["VARCHAR"]}\').raters '
        "from log.current_events where kind = 'run_started'"
    )
    assert [(bool(raters),)] == bench.rows("select distinct is_rating from facts.verdicts")


def test_a_system_sees_only_the_question(bench):
    """Neither the right answer nor a tag of the case reaches the system."""
    bench.run()

    assert {"Question"} == {type(asked).__name__ for asked in bench.systems["adder"].asked}


def test_a_system_that_breaks_makes_errors(bench):
    """What a system raises is an error of its own and never a wrong answer."""

    class Broken(Adder):
        def ask(self, question, attempt):
            if "2 + 2" in question.turns[0]:
                raise RuntimeError("out of luck")
            return super().ask(question, attempt)

    bench.systems["adder"] = Broken("adder")
    bench.run()
    [(error,)] = bench.rows(
        "select payload ->> '$.error' from log.events where payload ->> '$.status' = 'error'"
    )

    assert {"ok": 5, "error": 1} == statuses(bench)
    assert "the system broke: RuntimeError: out of luck" == error


@pytest.mark.sweep
def test_what_is_no_response_is_an_error(bench):
    """A system that returns something else is told so in the event."""

    class Odd(Adder):
        def ask(self, question, attempt):
            return {"text": "4"} if "2 + 2" in question.turns[0] else super().ask(question, 1)

    bench.systems["adder"] = Odd("adder")
    bench.run()

    assert {"ok": 5, "error": 1} == statuses(bench)


@pytest.mark.sweep
def test_no_response_at_all_is_broken(bench):
    """Where not one response is ok, the run is closed as failed and the error says so."""

    class Silent(Adder):
        def ask(self, question, attempt):
            return Response("missing", error="nobody there")

    bench.systems["adder"] = Silent("adder")
    with pytest.raises(EvalstoreError, match="not one of 6 responses is ok"):
        bench.run()

    assert [("failed",)] == bench.rows("select run_status from facts.runs")
    assert {"missing": 6} == statuses(bench)


@pytest.mark.sweep
def test_a_validator_that_breaks_is_an_error(bench):
    """A validator's own failure is counted as such, and the answer as left out."""

    def broken(case, response):
        raise KeyError("scale")

    bench.judge = broken
    bench.run()

    assert [("error", "the validator broke: KeyError: 'scale'")] == bench.rows(
        "select distinct outcome, reason from facts.verdicts"
    )


@pytest.mark.sweep
def test_an_interrupt_closes_the_run(bench):
    """Ctrl-C leaves a cancelled run with what was answered."""

    def stop(progress):
        if progress.done_count == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bench.run(on_progress=stop, concurrency=1)

    assert [("cancelled",)] == bench.rows("select run_status from facts.runs")
    assert {"ok": 3} == statuses(bench)


@pytest.mark.sweep
def test_two_runs_begun_at_once_do_not_mix(bench):
    """Of several that begin at one moment under one new id, one runs and all others refuse."""
    together = threading.Barrier(4)

    def begin(_number):
        together.wait()
        try:
            return bench.run().run_status
        except UsageError as error:
            return str(error)

    with ThreadPoolExecutor(4) as threads:
        ends = sorted(threads.map(begin, range(4)))

    assert ["completed"] == ends[:1]
    assert 3 == sum("run 'r1' already exists" in end for end in ends)
    assert [(1,)] == bench.rows("select count(*) from log.events where kind = 'run_started'")
    assert {"ok": 6} == statuses(bench)


@pytest.mark.sweep
def test_a_taken_run_id_is_refused(bench):
    """A second run under the same id would mix with the first."""
    bench.run()

    with pytest.raises(UsageError, match="--resume r1"):
        bench.run()


def test_two_cases_of_one_id_are_refused(bench):
    """A suite that gives one id to two cases is told so before anything is asked."""
    bench.cases = (*CASES, CASES[0])

    with pytest.raises(UsageError, match="1 duplicate case id"):
        bench.run()


@pytest.mark.sweep
def test_a_session_is_asked_in_order(bench):
    """Within a session each question comes with what was said before."""
    bench.cases = tuple(dataclasses.replace(case, session_id="s1") for case in CASES)
    bench.run(concurrency=4)
    asked = bench.systems["adder"].asked

    assert [len(question.history) for question in asked] == [0, 2, 4, 6, 8, 10]
    assert "What is 1 + 1?" == asked[-1].history[0].content
    assert "2" == asked[-1].history[1].content


@pytest.mark.sweep
def test_a_response_the_store_refuses_is_an_error(bench):
    """What the store cannot keep becomes an error that says why, and costs no other response."""

    class Huge(Adder):
        def ask(self, question, attempt):
            response = super().ask(question, attempt)
            if "2 + 2" in question.turns[0]:
                return dataclasses.replace(response, extra={"serial": 2**60})
            return response

    bench.systems["adder"] = Huge("adder")
    bench.run()
    [(error,)] = bench.rows(
        "select payload ->> '$.error' from log.events where payload ->> '$.status' = 'error'"
    )

    assert {"ok": 5, "error": 1} == statuses(bench)
    assert "the store refused the response" in error
    assert "2^53" in error


@pytest.mark.sweep
def test_an_earlier_run_can_be_replayed(evalstore_command):
    """What was answered once is judged again without asking; what it lacks is missing."""
    call = evalstore_command
    call("run", "hallucination", "--seed", "s", "--cases", "20", "--run-id", "first")
    call(
        "run", "hallucination", "--seed", "s", "--cases", "24", "--run-id", "second",
        "--system", "again",
        config='[systems.again]\nkind = "replay"\nrun = "first"\n',
    )  # fmt: skip
    rows = call.rows(
        "select run_id, count(*), count(*) filter (where is_right) from facts.scored "
        "where validator_id = 'factual' and status = 'ok' group by run_id order by run_id"
    )
    missing = call.rows("select count(*) from facts.responses where status = 'missing'")

    assert rows[0][1:] == rows[1][1:]
    assert missing[0][0] > 0


def test_a_replay_of_nothing_is_refused(evalstore_command):
    """A run that is not there, and a system that answered nothing in it, are named."""
    call = evalstore_command
    said = call(
        "run", "hallucination", "--system", "again",
        config='[systems.again]\nkind = "replay"\nrun = "first"\n',
        code=2,
    )  # fmt: skip

    assert "no run 'first'" in said


def test_weights_of_no_domain_are_refused(evalstore_command):
    """A misspelt domain in the weights would silently weigh nothing."""
    said = evalstore_command(
        "run", "hallucination", "--set", 'weights={"histroy": 3}', "--dry-run", code=2
    )

    assert "no domain 'histroy' in suite hallucination, as named in weights" in said
    assert "history" in said


@pytest.mark.sweep
def test_declared_weights_are_asked_for(evalstore_command):
    """Weights of a run stand in its start, and the weighted accuracy follows them."""
    call = evalstore_command
    weights = '{"history": 3, "math": 1}'
    call(
        "run", "hallucination", "--seed", "s", "--cases", "40", "--run-id", "r1",
        "--set", f"weights={weights}",
    )  # fmt: skip
    [(expected,)] = call.rows(
        "select (3 * max(accuracy) filter (where slice_value = 'history') "
        "+ max(accuracy) filter (where slice_value = 'math')) / 4 "
        "from metrics.accuracy where slice_name = 'domain' and validator_id = 'factual'"
    )
    [(actual,)] = call.rows(
        "select accuracy_weighted from metrics.accuracy_weighted "
        "where slice_name = 'all' and validator_id = 'factual'"
    )

    assert pytest.approx(expected) == actual


def test_an_unknown_setting_is_refused(evalstore_command):
    """A misspelled setting is no setting, and the suite's own are named."""
    said = evalstore_command("run", "hallucination", "--set", "session=5", code=2)

    settings = "adversarial_share, difficulty, sessions, twin_share, weights"

    assert f"no setting 'session'; did you mean 'sessions'? Available: {settings}" in said
