"""What is no grade, what a set holds, and which rows are the same: nothing counts otherwise."""

import json

import pytest

from tests.harnesses.promptfoo.conftest import Reading, export_of, fields_of, row_of

UNREAD = "Could not extract JSON from llm-rubric response"


def part(passed, kind="llm-rubric", reason="polite", **fields):
    """Return what became of one assertion."""
    score = fields.pop("score", int(passed))
    return {"pass": passed, "score": score, "reason": reason, "assertion": {"type": kind}} | fields


def graded(*parts, success=False, score=0, **fields):
    """Return a row with these parts."""
    found = row_of(success=success, score=score, failureReason=int(not success), **fields)
    found["gradingResult"]["componentResults"] = list(parts)
    return found


def outcomes(found, validator_id):
    return [one["outcome"] for one in found.verdicts(validator_id)]


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("llm-rubric", UNREAD),
        ("llm-rubric", "llm-rubric produced malformed response: SyntaxError"),
        ("llm-rubric", "No output"),
        ("llm-rubric", "API error: 429 Too Many Requests"),
        ("factuality", "Factuality checker output did not match expected format: hm"),
        ("factuality", "Invalid category value: F"),
        ("model-graded-closedqa", "Model grader produced a malformed response:\nhm"),
        ("g-eval", "LLM-proposed evaluation result is not in JSON format: hm"),
        ("select-best", "Invalid select-best verdict: NaN"),
        ("similar", "No embedding"),
    ],
)
def test_a_grade_that_could_not_be_read_is_none(read, kind, reason):
    """Also where promptfoo does not mark it: neither it, nor the success, nor the score is 0."""
    found = read(graded(part(False, kind, reason)))
    [score] = found.verdicts("score")

    assert (["error"], ["error"]) == (
        outcomes(found, f"assert.{kind}"),
        outcomes(found, "success"),
    )
    assert ("unscored", 0) == (score["outcome"], score["scorer_value"])


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("llm-rubric", "The reply could not extract JSON from the page"),
        ("llm-rubric", "No output of the tool is shown"),
        ("equals", "No output"),
        ("javascript", "API error: 429"),
        ("llm-rubric", "API error: the reply shows a message of a server and no answer"),
    ],
)
def test_a_reason_that_judges_is_a_grade(read, kind, reason):
    """What a model says of the answer, or a check that asks no model."""
    assert ["wrong"] == outcomes(read(graded(part(False, kind, reason))), "success")


def test_an_opposite_that_passed_by_no_grade_is_undecided(read):
    """Older versions turned the failure of a grader round."""
    found = read(graded(part(True, "not-llm-rubric", UNREAD), success=True, score=1))

    assert ["error"] == outcomes(found, "assert.not-llm-rubric")
    assert ["error"] == outcomes(found, "success")


def test_a_score_that_is_null_is_no_grade(read):
    """A grader's NaN is null in JSON, and no failure of the answer."""
    found = read(graded(part(False, "g-eval", score=None), score=None))

    assert (["unscored"], ["error"]) == (
        outcomes(found, "assert.g-eval"),
        outcomes(found, "success"),
    )


def test_a_named_score_with_no_grade_in_it_is_unscored(read):
    """promptfoo's own number stands beside it."""
    broken = part(False, reason=UNREAD)
    broken["assertion"]["metric"] = "Tone"
    [verdict] = read(graded(broken, namedScores={"Tone": 0.0})).verdicts("metric.Tone")

    assert ("unscored", 0) == (verdict["outcome"], verdict["scorer_value"])


def test_a_metric_that_is_no_name_is_none(read):
    """A row with one is read like any other."""
    broken = part(False, reason=UNREAD)
    broken["assertion"]["metric"] = ["Tone"]

    assert ["error"] == outcomes(read(graded(broken)), "success")


def set_of(*members, passed=False, **fields):
    return {"pass": passed, "score": 0.5, "reason": "Aggregate score 0.50 < 1 threshold",
            "componentResults": list(members),
            "metadata": {"assertionSet": {"type": "assert-set"}}} | fields  # fmt: skip


@pytest.mark.parametrize("is_listed", [True, False], ids=["behind it, too", "within it alone"])
def test_members_of_a_set_are_verdicts(read, is_listed):
    """Once each, whether they are listed behind their set or not; the set is one as well."""
    members = [part(True, "contains"), part(False, "equals", "Expected tea")]
    found = read(graded(set_of(*members), *(members if is_listed else [])))

    assert [
        ("assert.assert-set", "wrong"), ("assert.contains", "right"), ("assert.equals", "wrong"),
    ] == [
        (one["validator_id"], one["outcome"])
        for one in found.payloads("verdict_recorded")
        if one["validator_id"].startswith("assert.")
    ]  # fmt: skip


def test_a_set_that_failed_by_no_grade_is_undecided(read):
    """As its row is."""
    found = read(graded(set_of(part(True, "contains"), part(False, reason=UNREAD))))

    assert (["error"], ["error"]) == (
        outcomes(found, "assert.assert-set"), outcomes(found, "success"),
    )  # fmt: skip


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("passed", "failed"),
    [(2, 3), (1, 2), (2, 1)],
    ids=["all", "those that it lists", "those that are no sets and decide"],
)
def test_counts_of_assertions_agree_as_they_were_counted(take, a_store, tmp_path, passed, failed):
    """Versions of promptfoo differ, and the file's own counts say which way it was."""
    alone = part(False, "latency")
    alone["assertion"]["metricOnly"] = True
    members = [part(True, "contains"), part(False, "equals", "Expected tea")]
    rows = [graded(set_of(*members), alone, part(True, "regex"))]
    metrics = {"assertPassCount": passed, "assertFailCount": failed}
    column = {"provider": "openai:gpt-4o", "label": "p", "raw": "p", "metrics": metrics}
    path = tmp_path / "results.json"
    path.write_text(json.dumps(export_of(*rows, prompts=[column])))
    take(path)

    assert [("agrees", 2)] == a_store.query(
        "select verdict, count(*) from facts.reported_scores group by 1"
    ).rows()


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("fields", "status", "text_status"),
    [
        ({"response": {}}, "ok", "not_kept"),
        ({"response": {"output": "[output stripped]"}}, "ok", "not_kept"),
        ({"response": {"output": ""}}, "ok", None),
        ({"response": {}, "failureReason": 2, "error": "503"}, "error", None),
    ],
)
def test_a_verdict_counts_without_the_text(read, row, fields, status, text_status):
    """Where the file keeps no output, it was judged all the same; an error stays one."""
    [response] = read(row(**fields)).payloads("response_recorded")

    assert (status, text_status, "[output" in response.get("text", "")) == (
        response["status"], response.get("text_status"), False,
    )  # fmt: skip


def test_rows_of_one_place_and_another_test_are_two_cases(read, row):
    """Two evaluations in one file: none of them is the other written again, and it is named."""
    found = read(row(), row(**fields_of("milk")), as_lines=True)

    assert 2 == len({one["case_id"] for one in found.payloads("response_recorded")})
    assert "1 row has the testIdx and promptIdx of another test" in found.source.doubts[0]


def test_rows_of_one_place_and_another_provider_are_of_their_systems(read, row):
    """Lines declare no columns, and a row says who answered it."""
    other = row(provider={"id": "openai:gpt-5"})
    found = read(row(), other, as_lines=True)

    assert {"openai:gpt-4o", "openai:gpt-5"} == {
        one["system_id"] for one in found.payloads("response_recorded")
    }
    assert "one promptIdx has several providers" in found.source.doubts[0]


def test_rows_that_name_their_evaluations_are_runs(read, row):
    """One for each, with an end of its own."""
    found = read(row(evalId="eval-a"), row(evalId="eval-b"), as_lines=True)

    assert ({"eval-a", "eval-b"}, 2) == (found.run_ids, len(found.payloads("run_finished")))


def test_without_variables_prompts_tell_tests_apart(read, row):
    """Where promptfoo was told to keep no variables, the question is what was asked."""
    test = {"testCase": {"assert": []}, "vars": {}}
    rows = [
        row(testIdx=at, prompt={"raw": asked, "label": "p"}, **test)
        for at, asked in enumerate(("Say tea", "Say milk", "Say tea"))
    ]

    assert [1, 1, 2] == [one["attempt"] for one in read(*rows).payloads("response_recorded")]


def test_an_infinite_score_is_named_and_holds_no_mean(tmp_path):
    """One warning counts them; a reported one is called what it is."""
    rows = [row_of(score=0.5), row_of(testIdx=1, score=float("inf"), **fields_of("milk"))]
    metrics = {"score": float("inf")}
    column = {"provider": "openai:gpt-4o", "label": "p", "raw": "p", "metrics": metrics}
    path = tmp_path / "results.json"
    path.write_text(json.dumps(export_of(*rows, prompts=[column])))
    found = Reading(path)
    [finite, infinite] = found.verdicts("score")
    [figure] = found.payloads("score_reported")

    assert ("right", "unscored") == (finite["outcome"], infinite["outcome"])
    assert "promptfoo gave Infinity, which no mean can hold" == infinite["reason"]
    assert [
        "results.json: 1 value of score is infinite, so no mean includes it; it is unscored"
    ] == found.source.warnings
    assert ("Infinity", None) == (figure["value_text"], figure.get("value"))
