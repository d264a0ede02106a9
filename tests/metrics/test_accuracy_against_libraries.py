"""Accuracy, its macro average and its interval agree with scikit-learn and statsmodels."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, recall_score
from statsmodels.stats.proportion import proportion_confint

AWKWARD = {
    "all right": [True] * 7,
    "all wrong": [False] * 7,
    "one right": [True],
    "one wrong": [False],
    "mixed": [True, False, True, True, False, True, True],
}
DOMAINS = ("history", "math", "science")
# Each example is a query or two: enough of them to find a hole, few enough to wait for.
examples = settings(max_examples=15, deadline=None)


def answers_of(verdicts) -> list[dict]:
    return [
        {"status": "ok", "outcome": "right" if is_right else "wrong", "is_right": is_right}
        for is_right in verdicts
    ]


def close(expected, actual) -> bool:
    return math.isclose(expected, actual, rel_tol=0, abs_tol=1e-9)


@pytest.mark.parametrize("verdicts", AWKWARD.values(), ids=AWKWARD)
def test_accuracy_is_that_of_scikit_learn(warehouse, verdicts):
    """The share of right answers is accuracy_score against an all-right key."""
    expected = accuracy_score([True] * len(verdicts), verdicts)

    warehouse.hold(answers_of(verdicts))

    assert close(expected, warehouse.value("accuracy"))


@examples
@given(st.lists(st.tuples(st.sampled_from(DOMAINS), st.booleans()), min_size=1, max_size=60))
def test_macro_is_the_mean_of_the_domains(warehouse, verdicts):
    """The macro average is the macro recall of labels that are the domains."""
    domains = [domain for domain, _ in verdicts]
    said = [domain if is_right else "elsewhere" for domain, is_right in verdicts]
    expected = recall_score(domains, said, labels=sorted(set(domains)), average="macro")

    warehouse.hold(
        [
            {**answer, "domain": domain}
            for answer, domain in zip(
                answers_of([is_right for _, is_right in verdicts]), domains, strict=True
            )
        ]
    )

    assert close(expected, warehouse.value("accuracy_macro"))


@examples
@given(st.integers(1, 400), st.data())
def test_the_interval_is_wilson(warehouse, trial_count, data):
    """The macros give statsmodels' Wilson interval for any count of successes."""
    success_count = data.draw(st.integers(0, trial_count))
    expected = proportion_confint(success_count, trial_count, alpha=0.05, method="wilson")

    actual = warehouse.connection.execute(
        "select macros.wilson_low($s, $n), macros.wilson_high($s, $n)",
        {"s": success_count, "n": trial_count},
    ).fetchall()[0]

    assert close(expected[0], actual[0])
    assert close(expected[1], actual[1])


@pytest.mark.parametrize("success_count", [0, 1, 999_999_999, 10**9])
def test_the_interval_of_many_trials_stays_in_bounds(warehouse, success_count):
    """A thousand million trials neither overflow nor leave [0, 1]."""
    expected = proportion_confint(success_count, 10**9, alpha=0.05, method="wilson")

    low, high = warehouse.connection.execute(
        "select macros.wilson_low($s::bigint, $n), macros.wilson_high($s::bigint, $n)",
        {"s": success_count, "n": 10**9},
    ).fetchall()[0]

    assert close(expected[0], low)
    assert close(expected[1], high)
    assert 0 <= low <= high <= 1


def test_no_trials_have_no_interval(warehouse):
    """Of nothing there is no interval, rather than [0, 1]."""
    expected = [(None, None, None, None)]

    actual = warehouse.connection.execute(
        "select macros.wilson_low(0e0, 0), macros.wilson_high(0e0, 0), "
        "macros.wilson_low(null, 3), macros.wilson_high(null, 3)"
    ).fetchall()

    assert expected == actual


def test_graded_answers_count_by_their_sum(warehouse, claims):
    """The interval of graded answers is Wilson's over the summed scores."""
    worths = [0.25, 0.75, 1, 0, 0.5]
    expected = (0.5, *proportion_confint(2.5, 5, alpha=0.05, method="wilson"))

    warehouse.hold(claims([None] * 5, worths))
    row = warehouse.row("accuracy")

    assert expected == pytest.approx((row["accuracy"], row["ci_low"], row["ci_high"]), abs=1e-9)


def test_no_answers_no_row(warehouse):
    """Where no answer was expected there is no row at all."""
    warehouse.hold([])

    assert warehouse.rows("accuracy") == []


STATES = [
    {"status": "ok", "outcome": "right", "is_right": True, "confidence": 0.9},
    {"status": "ok", "outcome": "wrong", "is_right": False, "confidence": 0.2},
    {"status": "ok", "outcome": "abstained", "is_right": False, "confidence": 0.8},
    {"status": "ok", "outcome": "wrong", "is_right": False, "confidence": None},
    {"status": "missing", "outcome": None, "is_right": False},
    {"status": "missing", "outcome": "error", "is_right": False},
    {"status": "unparsable", "outcome": None, "is_right": False},
    {"status": "error", "outcome": None, "is_right": None},
    {"status": "error", "outcome": "wrong", "is_right": None},
    {"status": "ok", "outcome": "error", "is_right": None, "confidence": 0.9},
    {"status": "ok", "outcome": "undetermined", "is_right": None, "confidence": 0.9},
    {"status": "ok", "outcome": None, "is_right": None, "confidence": 0.9},
]


@examples
@given(st.lists(st.sampled_from(STATES), min_size=1, max_size=40))
def test_no_answer_escapes_the_counts(warehouse, answers):
    """Whatever becomes of an answer, exactly one of the counts holds it."""
    warehouse.hold(answers)
    accuracy = warehouse.row("accuracy")
    ece = warehouse.row("ece")
    left_out = ("error_count", "unscored_count")

    assert len(answers) == sum(accuracy[name] for name in ("scored_count", *left_out))
    assert len(answers) == sum(
        ece[name] for name in ("scored_count", "missing_count", "unclaimed_count", *left_out)
    )
