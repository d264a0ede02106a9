"""A test suite of prompts is a run, whoever runs it and however it ends."""

import json

import pytest

import evalstore
from evalstore.running.recording.answering import MESSAGE_CHARACTERS_MAX
from tests.kept_stores import store_of

pytest_plugins = ["pytester"]

# The installed plugin would be the same one by another name.
PLUGIN = (
    "-p",
    "no:evalstore",
    "-p",
    "evalstore.api.pytest_plugin.hooks",
    "-p",
    "no:cacheprovider",
)
SUITE = """
import os
import pytest

def model(country):
    return {"France": "Paris"}.get(country, "London")

@pytest.mark.geography
@pytest.mark.parametrize(("country", "capital"), [("France", "Paris"), ("Spain", "Madrid")])
def test_capital(evalcase, country, capital):
    case = evalcase(f"The capital of {country}?", expected=capital, domain="capitals")
    reply = model(country)
    case.response(reply, confidence=0.9).verdict("short", len(reply) < 9, reason="by length")
    assert reply == capital

def test_unreachable(evalcase):
    evalcase("Who?", tags=["people"])
    raise TimeoutError("no answer in 30 s")

@pytest.mark.xfail
def test_known_failure(evalcase):
    evalcase.response("no")
    assert False, "as ever"

@pytest.mark.xfail(strict=True)
def test_repaired(evalcase):
    evalcase.response("yes")

def test_later(evalcase):
    evalcase("When?")
    pytest.skip("not today")

def test_twice(evalcase):
    for text in ("a", "b"):
        evalcase.response(text)
    evalcase("Again?").response("c", system="other")
    pytest.fail("x" * 9000)

@pytest.fixture
def broken(evalcase):
    evalcase("Set up?")
    raise ValueError

def test_set_up(broken): ...

def test_refused(evalcase):
    evalcase("How?").response("x", latency_ms=-1)

def test_unrelated(): ...
"""
OUTCOMES = {
    "test_capital[France-Paris]": ("right", "the test passed"),
    "test_capital[Spain-Madrid]": ("wrong", "assert 'London' == 'Madrid'"),
    "test_unreachable": ("error", "TimeoutError: no answer in 30 s"),
    "test_known_failure": ("wrong", "as ever"),
    "test_repaired": ("right", "the test passed"),
    "test_later": ("unscored", "skipped: not today"),
    "test_twice": ("wrong", "xxx"),
    "test_twice#2": ("wrong", "xxx"),
    "test_set_up": ("error", "ValueError"),
    "test_refused": ("error", "UsageError: response_recorded: payload.latency_ms: found -1"),
}


@pytest.fixture
def suite(pytester):
    """Write a test file and an empty store beside it; return a way to run pytest on it."""
    pytester.makeini("[pytest]\nmarkers = geography\nevalstore_suite = capitals\n")
    store_of([], pytester.path / "warehouse")

    def run(text, *arguments, store="warehouse"):
        pytester.makepyfile(test_prompts=text)
        named = (*PLUGIN, "--evalstore", store) if store else PLUGIN
        if "-n" in arguments:
            return pytester.runpytest_subprocess(*named, *arguments)
        return pytester.runpytest_inprocess(*named, *arguments, no_reraise_ctrlc=True)

    return run


@pytest.fixture
def rows(pytester):
    """Query the store."""
    return lambda sql: evalstore.open(pytester.path / "warehouse").query(sql).rows()


def test_outcomes_become_verdicts(suite, rows):
    """One run with a case for each test, its response, and the outcome as the verdict."""
    result = suite(SUITE, "--evalstore-system", "v2", "--evalstore-run-id", "r 1")
    found = rows(
        "select case_id, outcome, reason from facts.verdicts where validator_id = 'pytest' "
        "order by case_id, system_id, attempt"
    )

    result.assert_outcomes(passed=2, failed=5, skipped=1, xfailed=1, errors=1)
    assert {name: word for name, (word, _) in OUTCOMES.items()} == {
        case_id.removeprefix("test_prompts.py::"): word for case_id, word, _ in found
    }
    for case_id, _, reason in found:
        assert reason.startswith(OUTCOMES[case_id.removeprefix("test_prompts.py::")][1])
        assert len(reason) < MESSAGE_CHARACTERS_MAX + 50
    assert [("r 1", "capitals", "completed")] == rows(
        "select run_id, suite, run_status from facts.runs"
    )
    assert [("geography", 2), ("people", 1)] == rows(
        "select value, count(*) from facts.case_attributes where name = 'tag' "
        "group by all order by all"
    )
    assert [(1,)] == rows("select attempt from facts.responses where case_id like '%refused'")
    assert [("xfail",), ("xpass",)] == rows(
        "select distinct unnest(tags) from facts.verdicts order by 1"
    )
    assert [("other", 1), ("v2", 1), ("v2", 2)] == rows(
        "select system_id, attempt from facts.responses where case_id like '%twice%' order by all"
    )
    assert [("London", 0.9, "capitals", "Madrid", "wrong", "right")] == rows(
        "select text, confidence, domain, expected, verdicts['pytest'].outcome, "
        "verdicts['short'].outcome from facts.answers "
        "where case_id like '%Spain%' and system_id = 'v2'"
    )
    result.stdout.fnmatch_lines(
        [
            "run r 1: 11 verdicts: 5 wrong, 3 error, 2 right, 1 unscored",
            "  evalstore failures --run 'r 1' --store warehouse --validator pytest",
            "  evalstore gate --run 'r 1' --store warehouse",
        ]
    )


def test_without_a_store_the_tests_run_the_same(suite, pytester):
    """Nothing is recorded, checked or said."""
    result = suite(SUITE, store=None)

    result.assert_outcomes(passed=3, failed=4, skipped=1, xfailed=1, errors=1)
    assert "evalstore failures" not in result.stdout.str()
    assert [] == [*(pytester.path / "warehouse" / "inbox").iterdir()]


def test_a_session_without_such_tests_records_no_run(suite, rows):
    """A store named in the configuration costs other tests nothing."""
    result = suite("def test_unrelated(): ...")

    result.assert_outcomes(passed=1)
    assert [(0,)] == rows("select count(*) from log.events where kind = 'run_started'")


ENDINGS = {
    ("-x",): ("cancelled", "stopping after 1 failures", 1),
    ("-k", "interrupted"): ("cancelled", "interrupted", 0),
}
ENDS = """
import pytest

def test_wrong(evalcase):
    evalcase.response("x")
    assert False

def test_interrupted(evalcase):
    evalcase.response("x")
    raise KeyboardInterrupt"""


@pytest.mark.sweep
@pytest.mark.parametrize("arguments", ENDINGS, ids=" ".join)
def test_an_end_before_the_end_is_said(suite, rows, arguments):
    """A session that stops early is a cancelled run, with what was recorded until then."""
    status, error, verdict_count = ENDINGS[arguments]
    suite(ENDS, *arguments)
    [(payload,)] = rows("select payload from log.events where kind = 'run_finished'")

    assert (status, error) == tuple(json.loads(payload)[name] for name in ("status", "error"))
    assert [(verdict_count,)] == rows("select count(*) from facts.verdicts")


@pytest.mark.sweep
def test_a_named_run_goes_on(suite, rows, pytester):
    """What runs again in the same run revises its verdict; settings may say all the rest."""
    pytester.makeini(
        "[pytest]\nevalstore_store = warehouse\nevalstore_suite = s\nevalstore_system = v3\n"
    )
    for outcome in ("False", "True"):
        suite(
            f"def test_a(evalcase):\n    evalcase('Q?').response('x')\n    assert {outcome}",
            "--evalstore-run-id",
            "r1",
            store=None,
        )

    assert [("v3", "right", 1)] == rows("select system_id, outcome, attempt from facts.verdicts")
    assert [("completed",)] == rows("select run_status from facts.runs")


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("arguments", "store", "words"),
    [
        ((), "elsewhere", "*evalstore: no store in elsewhere; run `evalstore init*"),
        (("--evalstore-run-id", "r1"), "warehouse", "*suite: found 'capitals'*'other'*"),
    ],
)
def test_what_cannot_be_recorded_stops_before_the_tests(suite, pytester, arguments, store, words):
    """A missing store, or a run of something else, is a wrong use (exit code 4)."""
    if arguments:
        with evalstore.open(pytester.path / store).run(suite="other", run_id="r1"):
            pass
    result = suite(SUITE, *arguments, store=store)

    assert pytest.ExitCode.USAGE_ERROR == result.ret
    result.stderr.fnmatch_lines([words])


WORKERS = """
import os
import pytest

@pytest.mark.parametrize("number", range(6))
def test_number(evalcase, number):
    evalcase(f"{number}?").response(str(number))
    assert number % 3

def test_crash(evalcase):
    evalcase("Crash?")
    os._exit(3)
"""


@pytest.mark.sweep
def test_workers_write_to_one_run(suite, rows):
    """
    With pytest-xdist there is one run, whole but for the test in which a worker died.

    It starts three processes, as only they show it; no other test does.
    """
    result = suite(WORKERS, "-n", "1")
    [(payload,)] = rows("select payload from log.events where kind = 'run_finished'")

    result.assert_outcomes(passed=4, failed=3)
    assert [("capitals", "failed", 1)] == rows(
        "select suite, run_status, count(*) from facts.runs group by all"
    )
    assert {
        "status": "failed",
        "error": "a worker died in test_prompts.py::test_crash",
    } == json.loads(payload)
    assert [("right", 4), ("wrong", 2)] == rows(
        "select outcome, count(*) from facts.verdicts group by all order by all"
    )
    result.stdout.fnmatch_lines(["run capitals-*: 6 verdicts: 4 right, 2 wrong"])
