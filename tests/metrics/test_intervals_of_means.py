"""Intervals of means over cases, domains and attempts, against independent libraries."""

import math
import random

import numpy as np
import pytest
from scipy.special import comb
from scipy.stats import norm, t
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

NORMAL = norm.ppf(0.975)


def close(expected, actual) -> bool:
    # The quantile of Student's t is right to 2e-10.
    return math.isclose(expected, actual, rel_tol=0, abs_tol=1e-8)


def student(values) -> tuple[float, float]:
    """Return the interval of a mean of cases, cut off at 0 and 1."""
    if np.ptp(values) < 1e-12:
        return proportion_confint(np.sum(values), len(values), method="wilson")
    low, high = DescrStatsW(values).tconfint_mean()
    return max(low, 0.0), min(high, 1.0)


def stratified(strata, weights=None) -> tuple[float, float]:
    """Return the interval of a weighted mean of strata, each a list of draws."""
    weights = np.ones(len(strata)) if weights is None else np.array(weights, dtype=float)
    weights /= weights.sum()
    counts = np.array([len(draws) for draws in strata])
    squares = np.array([np.var(draws) * len(draws) for draws in strata])
    mean = np.dot(weights, [np.mean(draws) for draws in strata])
    # One more draw each, of the spread of all.
    variances = (weights / counts) ** 2 * (squares + squares.sum() / (counts - 1).sum())
    many = counts > 1
    degrees = variances.sum() ** 2 / (variances[many] ** 2 / (counts[many] - 1)).sum()
    trial_count = (
        mean * (1 - mean) / variances.sum() * (NORMAL / t.ppf(0.975, degrees)) ** 2
    )  # fmt: skip
    return proportion_confint(mean * trial_count, trial_count, method="wilson")


def attempts_of(cases) -> list[dict]:
    """Return rows of facts.scored: of each case its domain, and what its attempts count."""
    return [
        {"case_id": case_id, "domain": domain, "attempt": attempt, "status": "ok",
         "outcome": "right" if value >= 0.5 else "wrong", "is_right": value >= 0.5,
         "score": value, "answer": f"{float(value)}"}
        for case_id, (domain, values) in cases.items()
        for attempt, value in enumerate(values, start=1)
    ]  # fmt: skip


@pytest.fixture(params=range(4))
def cases(request):
    """Sixty cases of four domains with one to six graded attempts each."""
    dice = random.Random(request.param)
    return {
        f"c{number}": (
            dice.choice("aabbbbbcd"),
            [dice.choice((0.0, 0.25, number % 2, number % 2)) for _ in range(dice.randint(1, 6))],
        )
        for number in range(60)
    }


def test_these_cases_are_strata(warehouse, cases):
    """Of the cases that were asked, only the attempts are a sample."""
    low, high = stratified([values for _, values in cases.values()])
    warehouse.hold(attempts_of(cases))

    row = warehouse.row("accuracy_these_cases")

    assert close(warehouse.value("accuracy"), row["accuracy_these_cases"])
    assert close(low, row["ci_low"])
    assert close(high, row["ci_high"])
    assert row["ci_high"] - row["ci_low"] < 0.9 * (
        warehouse.row("accuracy")["ci_high"] - warehouse.row("accuracy")["ci_low"]
    )


def test_domains_are_strata(warehouse, cases):
    """Of the domains that weigh alike, and of those with weights, the cases are a sample."""
    by_domain: dict[str, list[float]] = {}
    for domain, values in cases.values():
        by_domain.setdefault(domain, []).append(np.mean(values))
    weights = {"a": 3.0, "b": 1.0, "d": 2.0}
    warehouse.hold(attempts_of(cases))
    warehouse.connection.executemany(
        "insert into facts.run_weights by name select 'r1' as run_id, $1 as domain, $2 as weight",
        [*weights.items()],
    )

    macro, weighted = warehouse.row("accuracy_macro"), warehouse.row("accuracy_weighted")

    warehouse.connection.execute("delete from facts.run_weights")
    low, high = stratified([*by_domain.values()])
    assert close(low, macro["ci_low"])
    assert close(high, macro["ci_high"])
    low, high = stratified([by_domain[name] for name in weights], [*weights.values()])
    assert close(low, weighted["ci_low"])
    assert close(high, weighted["ci_high"])


def test_domains_of_one_case_tell_no_spread(warehouse):
    """Where each domain has a single case there is a value and no interval."""
    warehouse.hold(attempts_of({"c1": ("a", [1.0]), "c2": ("b", [0.0])}))

    row = warehouse.row("accuracy_macro")

    assert (row["accuracy_macro"], row["ci_low"], row["ci_high"]) == (0.5, None, None)


def test_domains_in_which_nothing_varies_have_the_bound_of_wilson(warehouse):
    """All of three and all of six are right: where all weigh alike, that is 9 of 9 at least."""
    warehouse.hold(
        attempts_of({f"c{number}": ("a" if number < 3 else "b", [1.0]) for number in range(9)})
    )

    row = warehouse.row("accuracy_macro")

    # Two domains of equal weight with 3 and 6 cases are worth 8 of one.
    assert close(proportion_confint(8, 8, method="wilson")[0], row["ci_low"])
    assert row["ci_high"] == 1.0


def test_chances_of_cases_have_the_interval_of_student(warehouse, cases):
    """pass@k and pass^k are means over cases of a chance."""
    warehouse.hold(attempts_of(cases))
    counts = [(len(values), sum(one >= 0.5 for one in values)) for _, values in cases.values()]

    for k in (1, 2, 5):
        drawn = [(n, c) for n, c in counts if n >= k]
        for name, chances in (
            ("pass_at_k", [1 - comb(n - c, k) / comb(n, k) for n, c in drawn]),
            ("pass_hat_k", [comb(c, k) / comb(n, k) for n, c in drawn]),
        ):
            [row] = [one for one in warehouse.rows(name) if one["variant"] == f"k={k}"]
            low, high = student(chances)
            assert close(low, row["ci_low"]), name
            assert close(high, row["ci_high"]), name


def test_one_attempt_each_is_the_interval_of_accuracy(warehouse):
    """pass@1 of cases that were asked once is accuracy, and so is its interval."""
    warehouse.hold(attempts_of({f"c{n}": ("a", [float(n % 3 > 0)]) for n in range(20)}))

    accuracy, [chance] = (
        warehouse.row("accuracy"),
        [row for row in warehouse.rows("pass_at_k") if row["variant"] == "k=1"],
    )

    assert (accuracy["ci_low"], accuracy["ci_high"]) == (chance["ci_low"], chance["ci_high"])


def test_agreement_of_answers_has_the_interval_of_student(warehouse, cases):
    """The agreement of a case's pairs of attempts is one number a case."""
    warehouse.hold(attempts_of(cases))
    repeated = [values for _, values in cases.values() if len(values) > 1]
    low, high = student(
        [
            np.mean([one == other for place, one in enumerate(values) for other in values[:place]])
            for values in repeated
        ]
    )

    row = warehouse.row("answer_consistency")

    assert close(low, row["ci_low"])
    assert close(high, row["ci_high"])


def test_evidence_has_the_interval_of_a_share(warehouse, cases):
    """Graded scores: Student's t over the cases, Wilson where each was asked once."""
    repeated = [{**row, "validator_id": "evidence"} for row in attempts_of(cases)]
    single = [row for row in repeated if row["attempt"] == 1]

    warehouse.hold(repeated)
    row = warehouse.row("evidence_quality")
    low, high = student([np.mean(values) for _, values in cases.values()])
    assert close(low, row["ci_low"])
    assert close(high, row["ci_high"])

    warehouse.hold(single)
    row = warehouse.row("evidence_quality")
    total = sum(one["score"] for one in single)
    low, high = proportion_confint(total, len(single), method="wilson")
    assert close(low, row["ci_low"])
    assert close(high, row["ci_high"])
