"""What counts in details of LightEval: grades not read, infinities, texts that are not kept."""

import itertools

import pytest

from tests.harnesses import test_lighteval
from tests.harnesses.test_lighteval import rows

read = test_lighteval.read
PROMPT = [{"role": "user", "content": "Rate it from 1 to 10, as [[rating]]."}]


def row(query, texts=("x",), **metrics):
    return {
        "doc": {"query": query, "choices": [], "gold_index": [0]},
        "model_response": {"text": list(texts), "logprobs": []},
        "metric": metrics,
    }


def judged(query, score, reply):
    """Return a row that a judge graded, with what it was asked and what it said."""
    return row(query, judge_score_gpt=score, user_prompt_gpt=PROMPT, judgement_gpt=reply)


GRADES = {
    "read": (8.0, "Good. [[8]]", ("measured", 8.0, None)),
    "zero": (0.0, "Bad. [[0]]", ("measured", 0.0, None)),
    "not read": (0.0, "Rather good.", ("unscored", None, "0.0")),
    "failed": (0.0, "ERROR: Failed to get response from the API.", ("unscored", None, "0.0")),
    "empty": (0.0, "", ("unscored", None, "0.0")),
    "none": (0.0, None, ("unscored", None, "0.0")),
}


def test_a_grade_that_was_not_read_is_unscored(read, a_store):
    """LightEval counts it as 0; what the judge was asked and said is no metric."""
    taken = read(
        *(judged(name, score, reply) for name, (score, reply, _) in GRADES.items()),
        metrics={"judge_score_gpt": 8 / 6},
    )

    found = rows(
        a_store,
        "select prompt, validator_id, outcome, value, payload ->> 'scorer_value', reason "
        "from facts.verdicts inner join facts.cases using (run_id, case_id) "
        "inner join log.events on verdicts.event_id = events.event_id",
    )
    assert {name: expected for name, (_, _, expected) in GRADES.items()} == {
        prompt: tuple(rest) for prompt, _, *rest, _ in found
    }
    assert {"judge_score_gpt"} == {validator for _, validator, *_ in found}
    assert {
        'the grade was not read: the judge was asked for [[…]] and wrote "Rather good."',
        "no grade of the judge came",
    } == {reason for *_, outcome, _, _, reason in found if outcome == "unscored"}
    assert [(4.0, 2)] == [(one.computed_value, 2) for one in taken.compared.differing]


def test_what_is_infinite_is_called_so(read, a_store):
    """A value of a document, and a figure of the task."""
    taken = read(
        row("a", length=float("inf")), row("b", length=7.5), metrics={"length": float("inf")}
    )

    assert [
        ("unscored", "the metric gave Infinity, which is infinite"),
        ("measured", "the metric gave 7.5"),
    ] == rows(
        a_store,
        "select outcome, reason from facts.verdicts inner join facts.cases "
        "using (run_id, case_id) order by prompt",
    )
    assert [("Infinity", None)] == rows(
        a_store,
        "select payload ->> 'value_text', payload ->> 'value' from log.events "
        "where kind = 'score_reported'",
    )
    assert any("1 value of length is infinite" in one for one in taken.files[0].warnings)


def test_missing_is_what_has_neither_a_text_nor_a_judgement(read, a_store):
    """A null in the place of a metric is no judgement; an empty text that was judged is one."""
    read(row("judged", texts=(), em=1.0), row("empty", texts=("",), em=0.0),
         row("alone", texts=(), em=None))  # fmt: skip

    assert [
        ("alone", "missing", None, None, None),
        ("empty", "ok", "", None, "wrong"),
        ("judged", "ok", None, "not_kept", "right"),
    ] == rows(
        a_store,
        "select prompt, status, text, text_status, verdicts.outcome from facts.responses "
        "inner join facts.cases using (run_id, case_id) "
        "left join facts.verdicts using (run_id, case_id, attempt) order by 1",
    )


@pytest.mark.thinned(6)
@pytest.mark.parametrize("order", [*itertools.permutations(range(3))])
def test_rows_are_named_by_what_they_ask(read, a_store, order):
    """So no order of theirs gives one the score of another, whatever ids the documents have."""
    found = [row("a", em=1.0), row("b", em=0.0), row("c", em=1.0)]
    for one in found:
        one["doc"]["id"] = "7"
    read(*(found[place] for place in order))

    assert [("a", "right"), ("b", "wrong"), ("c", "right")] == rows(
        a_store,
        "select prompt, outcome from facts.verdicts inner join facts.cases "
        "using (run_id, case_id) order by 1",
    )
