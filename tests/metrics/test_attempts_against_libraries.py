"""Cases with several attempts: weights, counts and intervals, against independent libraries."""

import math
import random

import numpy as np
import pytest
from scipy.stats import t
from sklearn.metrics import (
    average_precision_score,
    brier_score_loss,
    log_loss,
    precision_recall_curve,
    roc_auc_score,
)
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

TENTHS = np.linspace(0, 1, 11)


def close(expected, actual) -> bool:
    return math.isclose(expected, actual, rel_tol=0, abs_tol=1e-9)


@pytest.fixture(params=range(4))
def attempts(request):
    """Cases with one to four attempts each, of which some fail, are missing or claim nothing."""
    dice = random.Random(request.param)
    drawn = []
    for number in range(60):
        for attempt in range(1, dice.randint(1, 4) + 1):
            is_right = dice.random() < 0.3 + number / 120
            fate = dice.choices(("claim", "plain", "missing", "error"), (8, 2, 1, 1))[0]
            drawn.append(
                {
                    "case_id": f"c{number}",
                    "attempt": attempt,
                    "status": {"missing": "missing", "error": "error"}.get(fate, "ok"),
                    "outcome": {True: "right", False: "wrong"}[is_right]
                    if fate in ("claim", "plain")
                    else None,
                    "is_right": {"missing": False, "error": None}.get(fate, is_right),
                    # Never on the edge of a bin, and no two alike.
                    "confidence": (dice.randrange(1000) + 0.5 + number / 1000 + attempt / 1e5)
                    / 1001
                    if fate == "claim"
                    else None,
                }
            )
    return drawn


def means_of(attempts):
    """Return the mean correctness of each case, over its attempts that count."""
    cases = {}
    for attempt in attempts:
        if attempt["is_right"] is not None:
            cases.setdefault(attempt["case_id"], []).append(attempt["is_right"])
    return [np.mean(values) for values in cases.values()]


def claims_of(attempts):
    """Return confidence, correctness and weight of each claim."""
    claims = [attempt for attempt in attempts if attempt["confidence"] is not None]
    per_case = [claim["case_id"] for claim in claims]
    return (
        np.array([claim["confidence"] for claim in claims]),
        np.array([float(claim["is_right"]) for claim in claims]),
        np.array([1 / per_case.count(case_id) for case_id in per_case]),
    )


def test_accuracy_is_the_mean_over_cases(warehouse, attempts):
    """A case counts once, with the mean of its attempts; the interval is Student's over cases."""
    means = means_of(attempts)
    low, high = DescrStatsW(means).tconfint_mean()
    warehouse.hold(attempts)

    row = warehouse.row("accuracy")

    assert len(means) == row["scored_count"]
    assert len(attempts) == row["attempt_count"]
    assert sum(one["is_right"] is None for one in attempts) == row["left_out_attempt_count"]
    assert close(np.mean(means), row["accuracy"])
    assert close(max(low, 0), row["ci_low"])
    assert close(min(high, 1), row["ci_high"])


def test_scores_take_claims_by_their_weight(warehouse, attempts):
    """Calibration and ranking are those of scikit-learn and numpy with sample weights."""
    confidences, worths, weights = claims_of(attempts)
    warehouse.hold(attempts)
    gaps, _ = np.histogram(confidences, TENTHS, weights=weights * (confidences - worths))
    risks, _, thresholds = precision_recall_curve(1 - worths, confidences, sample_weight=weights)
    by_threshold = dict(zip(thresholds, risks, strict=False))
    expected = {
        "ece": np.abs(gaps).sum() / weights.sum(),
        "brier": brier_score_loss(worths, confidences, sample_weight=weights),
        "nll": log_loss(worths, confidences, sample_weight=weights),
        "confidence_gap": np.average(confidences - worths, weights=weights),
        "auroc_confidence": roc_auc_score(worths, confidences, sample_weight=weights),
        "auprc_confidence": average_precision_score(worths, confidences, sample_weight=weights),
        "aurc": np.average([by_threshold[one] for one in confidences], weights=weights),
        "brier_uncertainty": DescrStatsW(worths, weights).var,
    }

    for name, value in expected.items():
        row = warehouse.row(name)
        assert close(value, row[name]), name
        assert round(weights.sum()) == row["scored_count"], name


def test_rates_count_attempts_and_know_their_cases(warehouse, attempts):
    """The error of a rate is that of a ratio over cases, C / (C - 1) and Student's t."""
    cases = {}
    for attempt in attempts:
        cases.setdefault(attempt["case_id"], []).append(attempt["status"] == "error")
    counts = np.array([len(found) for found in cases.values()])
    failed = np.array([sum(found) for found in cases.values()])
    rate = failed.sum() / counts.sum()
    error = math.sqrt(
        ((failed - rate * counts) ** 2).sum() * len(cases) / (len(cases) - 1)
    ) / counts.sum()  # fmt: skip
    warehouse.hold(attempts)

    row = warehouse.row("error_rate")

    assert close(rate, row["error_rate"])
    assert close(max(0, rate - t.ppf(0.975, len(cases) - 1) * error), row["ci_low"])
    assert close(rate + t.ppf(0.975, len(cases) - 1) * error, row["ci_high"])


def test_one_attempt_each_keeps_the_interval_of_wilson(warehouse, attempts):
    """With a single scored attempt per case, nothing is repeated."""
    single = [attempt for attempt in attempts if attempt["attempt"] == 1]
    values = [one["is_right"] for one in single if one["is_right"] is not None]
    warehouse.hold(single)

    row = warehouse.row("accuracy")

    low, high = proportion_confint(sum(values), len(values), method="wilson")
    assert close(low, row["ci_low"])
    assert close(high, row["ci_high"])


def test_cases_that_do_not_differ_keep_the_interval_of_wilson(warehouse):
    """Three cases, each right in one of two attempts: the cases' means have no spread."""
    warehouse.hold(
        [
            {"case_id": f"c{number}", "attempt": attempt, "status": "ok",
             "outcome": "right" if attempt == 1 else "wrong", "is_right": attempt == 1}
            for number in range(3)
            for attempt in (1, 2)
        ]
    )  # fmt: skip

    row = warehouse.row("accuracy")

    assert close(0.5, row["accuracy"])
    assert close(proportion_confint(1.5, 3, method="wilson")[0], row["ci_low"])


def test_a_mean_value_has_the_interval_of_student(warehouse):
    """Ratings: the mean over cases of the means over attempts, and no accuracy."""
    ratings = {"c1": [4, 8], "c2": [9], "c3": [1, 1, 4]}
    means = [np.mean(values) for values in ratings.values()]
    low, high = DescrStatsW(means).tconfint_mean()
    warehouse.hold(
        [
            {"case_id": case_id, "attempt": place, "status": "ok", "outcome": "measured",
             "value": float(value), "is_right": None}
            for case_id, values in ratings.items()
            for place, value in enumerate(values, start=1)
        ]
    )  # fmt: skip

    row = warehouse.row("mean_value")

    assert close(np.mean(means), row["mean_value"])
    assert math.isclose(low, row["ci_low"], abs_tol=1e-8)
    assert math.isclose(high, row["ci_high"], abs_tol=1e-8)
    assert warehouse.row("accuracy")["accuracy"] is None
