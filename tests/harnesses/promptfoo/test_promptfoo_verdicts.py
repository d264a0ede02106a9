"""Who judged a row of promptfoo: its assertions, its scores, and graders that failed."""

import pytest

from evalstore.harnesses.scales import Scales


def test_assertions_are_validators(tool_written):
    """Named by type and metric, numbered where a row has several; a set counts its parts too."""
    names = {
        one["validator_id"]
        for one in tool_written.payloads("verdict_recorded")
        if one["validator_id"].startswith("assert.")
    }
    [thrown, *_] = tool_written.verdicts("assert.javascript")[-4:]
    [animal, *_] = tool_written.verdicts("assert.contains.Animal")

    assert {
        "assert.contains", "assert.contains#2", "assert.contains.Animal", "assert.contains.Said",
        "assert.contains.Word", "assert.equals", "assert.icontains.Word", "assert.javascript",
        "assert.javascript#2", "assert.assert-set",
    } == names  # fmt: skip
    assert ("wrong", ["assertion_threw"]) == (thrown["outcome"], thrown["tags"])
    assert ("wrong", 'Expected output to contain "cow"', {"type": "contains", "value": "cow",
            "metric": "Animal"}) == (
        animal["outcome"], animal["reason"], animal["assertion"],
    )  # fmt: skip


def test_success_decides_and_named_scores_measure(tool_written):
    """`success` is the primary validator; a score of 3.5 makes the scores measurements."""
    [word, *_] = tool_written.verdicts("metric.Word")

    assert {"right", "wrong"} == {one["outcome"] for one in tool_written.verdicts("success")}
    assert {"measured"} == {one["outcome"] for one in tool_written.verdicts("score")}
    assert ("measured", 2 / 3, 3) == (word["outcome"], word["value"], word["metric_weight"])


@pytest.mark.parametrize(
    ("score", "declared", "outcome", "number"),
    [
        (0.75, {}, "right", 0.75),
        (0.25, {}, "wrong", 0.25),
        (1.8, {}, "measured", 1.8),
        (0.75, {"score": "measurement"}, "measured", 0.75),
        (1.8, {"score": "share"}, "unscored", None),
        (None, {}, "unscored", None),
    ],
)
def test_the_scale_of_a_score(read, row, score, declared, outcome, number):
    """A share, unless the file or a declaration says otherwise."""
    [verdict] = read(row(score=score), scales=Scales(declared)).verdicts("score")

    assert (outcome, number) == (verdict["outcome"], verdict.get("score", verdict.get("value")))


@pytest.mark.parametrize("name", ["metric", "metric.Tone"])
def test_named_scores_may_be_declared_shares(read, row, name):
    """Each, or all of them."""
    [verdict] = read(row(namedScores={"Tone": 0.7}), scales=Scales({name: "share"})).verdicts(
        "metric.Tone"
    )

    assert ("right", 0.7) == (verdict["outcome"], verdict["score"])


def test_a_model_that_graded_is_named(read, row):
    """Where tokens were spent on grading."""
    graded = row()
    graded["gradingResult"]["componentResults"] = [
        {"pass": True, "score": 0.9, "reason": "polite", "tokensUsed": {"total": 9, "prompt": 7},
         "assertion": {"type": "llm-rubric", "value": "is polite", "provider": "openai:gpt-5"}}
    ]  # fmt: skip
    [verdict] = read(graded).verdicts("assert.llm-rubric")

    assert ({"model": "openai:gpt-5", "tokens_in": 7}, 0.9) == (
        verdict["judge"], verdict["assertion_score"],
    )  # fmt: skip


def test_a_grader_that_failed_found_nothing(read, row, test_fields):
    """promptfoo counts a failure; where nothing else failed, nobody knows whether it is one."""

    def graded(*passes, **fields):
        found = row(success=False, failureReason=1, **fields)
        found["gradingResult"]["componentResults"] = [
            {
                "pass": False,
                "score": 0,
                "reason": "503",
                "metadata": {"graderError": True},
                "assertion": {"type": "llm-rubric"},
            },
            *({"pass": one, "score": 0, "assertion": {"type": "equals"}} for one in passes),
        ]
        return found  # fmt: skip

    found = read(graded(True), graded(False, testIdx=1, **test_fields("milk")))

    assert ["error", "error"] == [one["outcome"] for one in found.verdicts("assert.llm-rubric")]
    assert ["error", "wrong"] == [one["outcome"] for one in found.verdicts("success")]
