"""SimpleQA's two numbers are those of its formulas, in another wording."""

from collections import Counter
from statistics import harmonic_mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

# What becomes of an answer, and the grade that SimpleQA gives it; None where it has none.
ANSWERS = {
    "right": ({"status": "ok", "outcome": "right", "is_right": True}, "correct"),
    "half": ({"status": "ok", "outcome": "right", "score": 0.5, "is_right": True}, "correct"),
    "wrong": ({"status": "ok", "outcome": "wrong", "is_right": False}, "incorrect"),
    "poor": ({"status": "ok", "outcome": "wrong", "score": 0.4, "is_right": False}, "incorrect"),
    "abstained": ({"status": "ok", "outcome": "abstained", "is_right": False}, "not attempted"),
    "missing": ({"status": "missing", "is_right": False}, "not attempted"),
    "unparsable": (
        {"status": "unparsable", "outcome": "wrong", "is_right": False},
        "not attempted",
    ),
    "error": ({"status": "error", "outcome": "wrong"}, None),
    "stumble": ({"status": "ok", "outcome": "error"}, None),
    "open": ({"status": "ok", "outcome": "undetermined"}, None),
}
AWKWARD = {
    "all right": ["right"] * 3,
    "all wrong": ["wrong"] * 3,
    "nothing attempted": ["abstained", "missing", "unparsable"],
    "one right": ["right"],
    "one abstained": ["abstained"],
    "nothing counts": ["error", "stumble", "open"],
    "each once": [*ANSWERS],
}


def assert_formulas(warehouse, names):
    """Hold both metrics against grades counted and averaged in Python."""
    warehouse.hold([ANSWERS[name][0] for name in names])
    grades = Counter(ANSWERS[name][1] for name in names)
    correct, attempted = grades["correct"], grades["correct"] + grades["incorrect"]
    graded = attempted + grades["not attempted"]
    given_attempted = warehouse.row("simpleqa_correct_given_attempted")
    f_score = warehouse.row("simpleqa_f")
    actual = (
        *(given_attempted[key] for key in ("simpleqa_correct_given_attempted", "ci_low")),
        given_attempted["ci_high"],
        f_score["simpleqa_f"],
    )

    assert attempted == given_attempted["scored_count"] == f_score["attempted_count"]
    assert graded == f_score["scored_count"]
    assert grades["not attempted"] == given_attempted["not_attempted_count"]
    assert grades[None] == given_attempted["error_count"] + given_attempted["unscored_count"]
    if not attempted:
        assert actual == (None, None, None, None)
    else:
        shares = (correct / attempted, correct / graded)
        interval = proportion_confint(correct, attempted, method="wilson")
        expected = (shares[0], *interval, harmonic_mean(shares))
        assert expected == pytest.approx(actual, abs=1e-9)


@pytest.mark.parametrize("names", AWKWARD.values(), ids=AWKWARD)
def test_formulas_hold_on_awkward_answers(warehouse, names):
    """One grade only, nothing attempted and nothing graded give the formulas' values, or null."""
    assert_formulas(warehouse, names)


@settings(max_examples=10, deadline=None)
@given(st.lists(st.sampled_from([*ANSWERS]), min_size=1, max_size=40))
def test_formulas_hold_on_any_answers(warehouse, names):
    """Whatever becomes of the answers, F is the harmonic mean of the two shares it is made of."""
    assert_formulas(warehouse, names)
