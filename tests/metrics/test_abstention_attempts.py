"""Abstention over repeated attempts agrees with scikit-learn and statsmodels, weights given."""

import math
import random
from itertools import groupby

import numpy as np
import pytest
import statsmodels.api as sm
from sklearn.metrics import f1_score, precision_score, recall_score
from statsmodels.stats.weightstats import DescrStatsW

ANSWERS = ("YES", "NO", "UNKNOWN", "perhaps")
# By mapping: what abstains and on which labels it is due, what rejects, what answers.
MAPPINGS = {
    "licensed": ({"NO", "UNKNOWN"}, "CU", {"NO", "UNKNOWN"}, {"YES"}),
    "strict": ({"UNKNOWN"}, "U", {"NO"}, {"YES", "NO"}),
    "by_action": ({"UNKNOWN"}, "CU", {"UNKNOWN"}, {"YES", "NO"}),
}


def attempts_of(seed, case_count=40):
    """Draw one to four attempts at each case; a fifth of them fail, every answer may come."""
    dice = random.Random(seed)
    return [
        {
            "case_id": f"c{case}",
            "attempt": attempt,
            "label": "ECU"[case % 3],
            "status": dice.choice(["ok"] * 7 + ["missing", "error", "error"]),
            "answer": dice.choice(ANSWERS),
        }
        for case in range(case_count)
        for attempt in range(1, dice.randint(1, 4) + 1)
    ]


def known_of(attempts):
    """Return label, answer, weight and case of each attempt that did not fail."""
    known = [row for row in attempts if row["status"] != "error"]
    counts = {case: len([*rows]) for case, rows in groupby(known, lambda row: row["case_id"])}
    return [
        (
            row["label"],
            row["answer"] if row["status"] == "ok" else "",
            1 / counts[row["case_id"]],
            row["case_id"],
        )
        for row in attempts
        if row["status"] != "error"
    ]


def rows_of(warehouse, metric):
    return {row["variant"].removeprefix("mapping="): row for row in warehouse.rows(metric)}


def mean_of(values, weights, groups):
    """Return the weighted mean, with the t interval of statsmodels over the cases' means."""
    means = [
        np.mean([value for value, group in zip(values, groups, strict=True) if group == case])
        for case in {*groups}
    ]
    low, high = DescrStatsW(means).tconfint_mean()
    return np.average(values, weights=weights), max(0, low), min(1, high)


@pytest.mark.parametrize("seed", range(3))
def test_weighted_precision_recall_and_f1_are_those_of_scikit_learn(warehouse, seed):
    """An attempt weighs 1 / those at its case that count; scikit-learn is told the weights."""
    attempts = attempts_of(seed)
    warehouse.hold(attempts)
    labels, answers, weights, _ = zip(*known_of(attempts), strict=True)

    for mapping, (abstaining, due, _, _) in MAPPINGS.items():
        truth = [label in due for label in labels]
        abstains = [answer in abstaining for answer in answers]
        for metric, score in {
            "abstention_precision": precision_score,
            "abstention_recall": recall_score,
            "abstention_f1": f1_score,
        }.items():
            expected = score(truth, abstains, sample_weight=weights)

            actual = rows_of(warehouse, metric)[mapping][metric]

            assert math.isclose(expected, actual, abs_tol=1e-12), (metric, mapping)


@pytest.mark.parametrize("seed", range(3))
def test_shares_are_means_over_cases_with_their_t_interval(warehouse, seed):
    """Rejections, coverage and recall are means of the cases' means, and statsmodels agrees."""
    attempts = attempts_of(seed)
    warehouse.hold(attempts)
    known = known_of(attempts)

    for mapping, (abstaining, due, rejecting, answering) in MAPPINGS.items():
        for metric, counted, hits in (
            ("cvrr", "C", rejecting),
            ("answer_coverage", "ECU", answering),
            ("abstention_recall", due, abstaining),
        ):
            inside = [row for row in known if row[0] in counted]
            expected = mean_of(
                [answer in hits for _, answer, _, _ in inside],
                [weight for _, _, weight, _ in inside],
                [case for _, _, _, case in inside],
            )
            row = rows_of(warehouse, metric)[mapping]

            assert expected == pytest.approx(
                [row[metric], row["ci_low"], row["ci_high"]], abs=1e-9
            ), (metric, mapping)
            assert len({case for _, _, _, case in inside}) == row["scored_count"]
            assert len(attempts) == row["attempt_count"]
            assert len(attempts) - len(known) == row["left_out_attempt_count"]


@pytest.mark.parametrize("seed", range(3))
def test_the_interval_of_precision_is_that_of_clustered_least_squares(warehouse, seed):
    """Weighted abstentions, clustered by case, have the interval that statsmodels gives them."""
    attempts = attempts_of(seed)
    warehouse.hold(attempts)

    for mapping, (abstaining, due, _, _) in MAPPINGS.items():
        inside = [row for row in known_of(attempts) if row[1] in abstaining]
        cases = [case for _, _, _, case in inside]
        fit = sm.WLS(
            [float(label in due) for label, _, _, _ in inside],
            np.ones(len(inside)),
            weights=[weight for _, _, weight, _ in inside],
        ).fit(
            cov_type="cluster",
            cov_kwds={"groups": np.unique(cases, return_inverse=True)[1]},
            use_t=True,
        )
        low, high = fit.conf_int()[0]
        expected = [fit.params[0], max(0, low), min(1, high), len({*cases})]

        row = rows_of(warehouse, "abstention_precision")[mapping]

        assert expected == pytest.approx(
            [row["abstention_precision"], row["ci_low"], row["ci_high"], row["scored_count"]],
            abs=1e-9,
        ), mapping


def test_cases_that_do_not_vary_have_the_interval_of_wilson(warehouse):
    """Two attempts that always agree are no more evidence than one of each case."""
    cases = [{"label": "C", "status": "ok", "answer": "NO"} for _ in range(5)]
    warehouse.hold(cases)
    metrics = ("cvrr", "abstention_precision")
    ends = ("ci_low", "ci_high")
    expected = [rows_of(warehouse, metric)["licensed"][end] for metric in metrics for end in ends]

    warehouse.hold(
        [
            {**case, "case_id": f"c{number}", "attempt": attempt}
            for number, case in enumerate(cases)
            for attempt in (1, 2)
        ]
    )
    actual = [rows_of(warehouse, metric)["licensed"][end] for metric in metrics for end in ends]

    assert expected == actual


def test_more_attempts_at_one_case_do_not_outweigh_the_others(warehouse):
    """Nine attempts at one case and one at another count half each."""
    warehouse.hold(
        [
            {"case_id": "c0", "attempt": 1, "label": "C", "status": "ok", "answer": "YES"},
            *(
                {"case_id": "c1", "attempt": n, "label": "C", "status": "ok", "answer": "NO"}
                for n in range(1, 10)
            ),
        ]
    )

    assert rows_of(warehouse, "cvrr")["licensed"]["cvrr"] == 0.5
