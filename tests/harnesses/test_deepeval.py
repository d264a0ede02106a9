"""Test runs of DeepEval: what becomes of test cases and metrics; hostile files."""

import json
import os
from pathlib import Path

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.deepeval import deepeval
from tests.harnesses.together import read_together

FIXTURES = Path(__file__).parents[1] / "fixtures/deepeval"
METRIC = {"name": "Overlap", "threshold": 0.5, "success": True, "score": 1.0}
CASE = {"name": "test_case_0", "input": "2 + 2?", "actualOutput": "4", "metricsData": [METRIC]}


@pytest.fixture
def read(take, tmp_path):
    """Return a function that reads a run of these test cases into a store."""

    def of(*cases, name="run.json", options=None, **fields):
        path = tmp_path / name
        path.write_text(run_of(*cases, **fields), encoding="utf-8")
        return take(path, **(options or {}))

    return of


def run_of(*cases, talks=(), **fields):
    """Return the text of a run of these test cases."""
    cases = [CASE | case for case in cases]
    return json.dumps({"testCases": cases, "conversationalTestCases": list(talks), **fields})


# Runs of the tests below, by what they are.
RUNS = {}


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    """Return what became of each run."""
    return read_together(tmp_path_factory.mktemp("runs"), RUNS, ".json")


def rows(store, sql):
    return [tuple(row) for row in store.query(sql)]


@pytest.mark.sweep
def test_what_deepeval_wrote(take, a_store):
    """Its figures agree, but that it counts a test as failed whose metric broke down."""
    taken = take(FIXTURES)

    assert str(taken.compared) == "15 agree, 1 differs, 0 not comparable"
    assert [("testFailed", 2.0, 1.0)] == rows(
        a_store,
        "select metric, reported_value, computed_value from facts.reported_scores "
        "where verdict = 'differs' and reason like 'attempts%grader failed%'",
    )
    assert [
        ("metric.Every word", 3, 1),
        ("metric.Overlap", 1, 2),
        ("metric.Polite", 1, 0),
        ("success", 2, 2),
    ] == rows(
        a_store,
        "select validator_id, count(*) filter (where outcome = 'wrong'), "
        "count(*) filter (where outcome = 'right') from facts.verdicts "
        "where validator_id not like 'score.%' group by 1 order by 1",
    )
    assert [("the metric broke down", 0)] == rows(
        a_store,
        "select replace(reason, 'RuntimeError: the scorer', 'the metric'), "
        "count(score) from facts.verdicts where outcome = 'error' and validator_id != 'success' "
        "group by 1",
    )


@pytest.mark.sweep
def test_a_conversation_has_its_turns(take, a_store):
    """The scenario is asked, and the last reply of the assistant is the text."""
    take(FIXTURES / "talks.json")

    assert [("Someone asks for rivers", "The Nile", 4)] == rows(
        a_store,
        "select prompt, text, json_array_length(payload, '$.turns') from facts.cases "
        "inner join facts.responses using (run_id, case_id) "
        "inner join log.events using (run_id) where events.kind = 'response_recorded'",
    )


@pytest.mark.sweep
def test_the_same_question_again_is_an_attempt(take, a_store):
    """By its content: names and places of test cases say nothing."""
    take(FIXTURES / "rivers.json")

    assert [("Where does the river Nile end?", 1), ("Where does the river Oder end?", 2)] == rows(
        a_store,
        "select prompt, max(attempt) from facts.responses inner join facts.cases "
        "using (run_id, case_id) where prompt not like '%Okavango%' group by 1 order by 1",
    )


@pytest.mark.sweep
def test_both_files_of_a_run_are_one_run(read, take, a_store, tmp_path):
    """They differ in what stands around the run, and nothing is read twice."""
    read({"success": True}, testPassed=1, testFailed=0)
    run = json.loads((tmp_path / "run.json").read_text())
    (tmp_path / "latest.json").write_text(json.dumps({"testRunData": run, "testRunLink": "x"}))

    taken = take(tmp_path / "latest.json")

    assert (0, 0) == (taken.total("new"), taken.total("revised"))
    assert [(1,)] == rows(a_store, "select count(distinct run_id) from facts.responses")


@pytest.mark.sweep
def test_one_question_with_two_right_answers_is_two_cases(read, a_store):
    """Unlike two tries of one."""
    read({"expectedOutput": "4"}, {"expectedOutput": "four"})

    assert [(2, 1)] == rows(
        a_store, "select count(distinct case_id), max(attempt) from facts.responses"
    )


RUNS["metrics"] = run_of(
    {
        "success": False,
        "metricsData": [
            METRIC,
            METRIC | {"name": "Hallucination", "score": 0.0},
            METRIC | {"name": "NaN", "score": float("nan"), "success": False},
            METRIC | {"score": 7.5},
            {"name": "Broken", "success": False, "error": "no model"},
        ],
    }
)


def test_what_a_metric_gave(taken):
    """Its threshold decides, whichever way it points; NaN is unscored, nothing is an error."""
    assert [
        ("metric.Broken", "error", None, "no model"),
        ("metric.Hallucination", "right", None, "the metric gave 0.0"),
        ("metric.NaN", "unscored", None, "the metric gave no number"),
        ("metric.Overlap", "right", None, "the metric gave 1.0"),
        ("metric.Overlap#2", "right", None, "the metric gave 7.5"),
        ("score.Hallucination", "measured", 0.0, "the metric gave 0.0"),
        ("score.NaN", "unscored", None, "the metric gave no number"),
        ("score.Overlap", "measured", 1.0, "the metric gave 1.0"),
        ("score.Overlap#2", "measured", 7.5, "the metric gave 7.5"),
        ("success", "error", None, "failed: NaN, Broken"),
    ] == taken["metrics"].rows(
        "select validator_id, outcome, value, reason from facts.verdicts order by 1"
    )


RUNS["no reply"] = run_of(
    {"input": "a", "actualOutput": None, "success": True},
    {"input": "b", "actualOutput": None, "metricsData": [], "success": False},
    {"input": "c", "actualOutput": None, "metricsData": []},
    {"input": "d", "actualOutput": "", "success": False},
    {"input": "e", "actualOutput": "", "metricsData": []},
)


def test_a_judgement_counts_without_the_reply(taken):
    """Missing is what has neither; an empty reply that was judged is as it was judged."""
    assert [
        ("a", "ok", "not_kept", "right"),
        ("b", "ok", "not_kept", "wrong"),
        ("c", "missing", None, None),
        ("d", "ok", None, "wrong"),
        ("e", "missing", None, None),
    ] == taken["no reply"].rows(
        "select prompt, status, text_status, outcome from facts.responses "
        "inner join facts.cases using (run_id, case_id) left join facts.verdicts "
        "on responses.run_id = verdicts.run_id and responses.case_id = verdicts.case_id "
        "and validator_id = 'success' order by 1"
    )


TALK = {"turns": [{"role": "user", "content": "2 + 2?"}], "success": True}
RUNS["contexts"] = run_of({"context": ["a"]}, {"context": ["b"]}, {"context": ["a"]}, talks=[TALK])


def test_one_prompt_with_several_contexts_is_several_cases(taken):
    """And so is a conversation that begins with it; the same again is an attempt."""
    assert [(3, 2, 4)] == taken["contexts"].rows(
        "select count(distinct case_id), max(attempt), count(*) from facts.responses"
    )


RUNS["infinite"] = run_of(
    {"success": True},
    {"input": "3 + 3?", "metricsData": [METRIC | {"score": float("inf")}], "success": True},
    metricsScores=[{"metric": "Overlap", "scores": [1.0, float("inf")], "passes": 2}],
    testPassed=2,
)


def test_an_infinite_score_is_named_and_holds_no_mean(taken):
    """It passes as DeepEval held it; the reported mean is called what it is."""
    file, _, rows = taken["infinite"]

    assert ["1 value of score.Overlap is infinite, so no mean includes it; it is unscored"] == [
        warning.removeprefix(f"{file.name}: ") for warning in file.warnings
    ]
    assert [
        ("metric.Overlap", "right", "the metric gave Infinity"),
        ("score.Overlap", "unscored", "the metric gave Infinity, which no mean can hold"),
    ] == rows(
        "select validator_id, outcome, reason from facts.verdicts "
        "where reason like '%Infinity%' order by 1"
    )
    assert [("Infinity", None)] == rows(
        "select payload ->> '$.value_text', payload ->> '$.value' from log.events "
        "where kind = 'score_reported' and payload ->> '$.metric' = 'mean'"
    )


BROKEN = METRIC | {"score": 0.0, "success": False, "error": "no JSON"}
RUNS["broken"] = run_of({"success": False, "metricsData": [BROKEN]})


def test_a_score_beside_an_error_is_no_grade(taken):
    """The metric broke down; its number is DeepEval's alone."""
    assert [("metric.Overlap", "error"), ("score.Overlap", "unscored"), ("success", "error")] == (
        taken["broken"].rows("select validator_id, outcome from facts.verdicts order by 1")
    )


@pytest.mark.sweep
def test_metrics_of_spans_stay_in_the_file(read, a_store):
    """The figures that count them are not recorded, and a warning names them."""
    trace = {"llmSpans": [{"name": "s", "metricsData": [METRIC]}]}
    taken = read(
        {"success": True, "trace": trace},
        metricsScores=[{"metric": "Overlap", "scores": [1.0, 1.0], "passes": 2, "fails": 0}],
        testPassed=1,
        testFailed=0,
    )

    assert "metrics of spans are not read" in taken.files[0].warnings[0]
    assert str(taken.compared) == "2 agree, 0 differ, 0 not comparable"


@pytest.mark.sweep
def test_a_run_that_is_not_finished_has_no_end(read, a_store):
    """DeepEval counts what passed at its end."""
    read({"success": True})

    assert [] == rows(a_store, "select 1 from log.events where kind = 'run_finished'")


def test_a_link_is_no_run(take, tmp_path):
    """The message names the file that is one."""
    (tmp_path / "latest.json").write_text('{"testRunLink": "https://example.com/run"}')

    with pytest.raises(UnreadableInputError, match=r"latest_run_full\.json"):
        take(tmp_path / "latest.json")


NESTED = b"[" * 3000 + b"]" * 3000
# What stands among the test cases, and whether it is left out.
HOSTILE = {
    "a list": (b"[1]", True),
    "null": (b"null", True),
    "text": (b'"input"', True),
    "a number": (b"3", True),
    "no input": (b'{"name": "a"}', True),
    "an input that is a list": (b'{"input": ["a"]}', True),
    "deep nesting": (b'{"input": "deep", "context": ' + NESTED + b"}", None),
    "metrics that are text": (b'{"input": "a1", "metricsData": "x"}', False),
    "a metric that is null": (b'{"input": "a2", "metricsData": [null, 3]}', False),
    "a metric without a name": (b'{"input": "a3", "metricsData": [{"score": 1}]}', False),
    "a name that is a number": (b'{"input": "a4", "metricsData": [{"name": 3}]}', False),
    "a score that is text": (
        b'{"input": "a5", "metricsData": [{"name": "m", "score": "1"}]}', False,
    ),
    "an endless score": (
        b'{"input": "a6", "metricsData": [{"name": "m", "score": 1e999}]}', False,
    ),
    "Infinity": (b'{"input": "a7", "metricsData": [{"name": "m", "score": Infinity}]}', False),
    "half a surrogate pair": (b'{"input": "a8 \\ud83d", "actualOutput": "\\ud800"}', False),
    "NUL": (b'{"input": "a9 \\u0000"}', False),
    "no UTF-8": (b'{"input": "b1 \xff\xfe"}', False),
    "a key twice": (b'{"input": "b2", "input": "b3"}', True),
    "a long integer": (b'{"input": "b4", "inputTokenCount": 1' + b"0" * 400 + b"}", False),
    "success is text": (b'{"input": "b5", "success": "yes"}', False),
    "a long name": (b'{"input": "b6", "name": "' + b"n" * 5000 + b'"}', False),
    "a long text": (b'{"input": "' + b"i" * 300_000 + b'"}', False),
    "odd names": (b'{"input": "b7", "metricsData": [{"name": "\'\\"$[0]\\u001b", "score": 1}]}',
                  False),
    "metadata that is a list": (b'{"input": "b8", "metadata": [1], "tags": "a"}', False),
}  # fmt: skip


@pytest.mark.sweep
def test_hostile_test_cases(take, a_store, tmp_path):
    """What is no test case is named by its place; the others are read."""
    path = tmp_path / "run.json"
    cases = [json.dumps(CASE).encode(), *(text for text, _ in HOSTILE.values())]
    path.write_bytes(b'{"testCases": [' + b",".join(cases) + b"]}")

    [file] = take(path).files

    left_out = {skip.location for skip in file.skips}
    for number, (name, (_, is_left_out)) in enumerate(HOSTILE.items(), start=1):
        if is_left_out is not None:
            assert is_left_out == (f"testCases[{number}]" in left_out), name
    assert all(len(skip.detail) < 500 for skip in file.skips)
    assert [("right",)] == rows(
        a_store, "select outcome from facts.verdicts where validator_id = 'metric.Overlap'"
    )


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"testCases": []}', '{"testCases": 3}', '{"testRunData": null}']
)
def test_files_without_test_cases(take, a_store, tmp_path, text):
    """They are refused by name, and the store is as it was."""
    path = tmp_path / "run.json"
    path.write_text(text)

    with pytest.raises(UnreadableInputError, match=r"run\.json: "):
        take(path, format_name="deepeval")
    assert list(a_store.layout.inbox.iterdir()) == []


@pytest.mark.sweep
def test_a_file_that_was_cut(take, a_store, tmp_path):
    """What was whole is read; the run has neither figures nor an end."""
    path = tmp_path / "run.json"
    path.write_bytes((FIXTURES / "rivers.json").read_bytes()[:1200])

    [file] = take(path).files

    assert {"cut short": 1} == dict(file.skipped) or {"test case malformed": 1} == file.skipped
    assert [] == rows(a_store, "select 1 from facts.reported_scores")
    assert [] != rows(a_store, "select 1 from facts.responses")


def test_only_runs_are_recognised(tmp_path):
    """Other objects are not taken for them."""
    for text in ('{"testCases": []}', '{"a": {"testCases": [], "metricsScores": []}}', "", "{"):
        assert not deepeval.recognises(tmp_path, text.encode())
    for path in FIXTURES.glob("*.json"):
        assert deepeval.recognises(path, path.read_bytes())


@pytest.mark.sweep
@pytest.mark.real_data
@pytest.mark.skipif(
    "EVALSTORE_REAL_DATA" not in os.environ, reason="EVALSTORE_REAL_DATA names no folder"
)
def test_files_of_others(take, a_store):
    """All test cases of seven files are read; of 81 figures one differs, by a metric's errors."""
    folder = Path(os.environ["EVALSTORE_REAL_DATA"]) / "deepeval"

    taken = take(*sorted(folder.glob("*.json")))

    assert str(taken.compared) == "80 agree, 1 differs, 0 not comparable"
    assert [(7, 34, True)] == rows(
        a_store,
        "select count(distinct run_id), count(*), "
        "(select bool_and(reason like 'attempts%') from facts.reported_scores "
        "where verdict = 'differs') from facts.responses",
    )
