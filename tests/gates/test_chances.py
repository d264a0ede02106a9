"""Chances of a gate's answers are those of scipy's distributions under the documented rules."""

import math
from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy.stats import betabinom, binom, binomtest, multinomial, nct, t
from statsmodels.stats.proportion import proportion_confint

from evalstore.gates.gate import RULED_OUT, Gate
from evalstore.gates.power.attempts import AttemptBound
from evalstore.gates.power.case_counts import smallest_count
from evalstore.gates.power.chances import MeanBound, MeanDrop, ShareBound, ShareDrop
from evalstore.gates.power.outcomes import of_differences, of_pairs
from evalstore.statistics.outcome_weights import window

ALPHA = 0.05


def gate(**settings):
    """Return a gate on accuracy that asks for what is shown."""
    return Gate(**{"gate_id": "g", "metric": "accuracy", "requirement": "shown", **settings})


@pytest.mark.parametrize(("count", "share"), [(1, 0.5), (10, 0.99), (400, 0.85), (20_000, 0.003)])
def test_a_window_is_the_binomial_distribution(count, share):
    """Where it has weight, and what is left out has none."""
    first, weights = window(count, share)
    expected = binom.pmf(range(first, first + len(weights)), count, share)

    assert pytest.approx(expected, rel=1e-9, abs=1e-15) == weights
    assert binom.cdf(first - 1, count, share) < 1e-13


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_certain_share_is_certain(share):
    """Nothing is divided by zero."""
    assert (round(7 * share), [1.0]) == window(7, share)


@pytest.mark.parametrize(("count", "share"), [(40, 0.9), (200, 0.8), (378, 0.9), (377, 0.9)])
def test_a_bound_passes_where_the_whole_interval_does(count, share):
    """Wilson's interval is that of statsmodels."""
    passes = fails = 0.0
    for right in range(count + 1):
        low, high = proportion_confint(right, count, method="wilson")
        passes += binom.pmf(right, count, share) * (low >= 0.85)
        fails += binom.pmf(right, count, share) * (high < 0.85)

    found = ShareBound(gate(minimum=0.85), share).on(count)

    assert (passes, fails) == pytest.approx((found.passes, found.fails), abs=1e-12)


def test_a_gate_may_have_two_bounds():
    """It passes where both are met, and fails where one is missed."""
    passes = fails = 0.0
    for right in range(201):
        low, high = proportion_confint(right, 200, method="wilson")
        passes += binom.pmf(right, 200, 0.6) * (low >= 0.5 and high <= 0.7)
        fails += binom.pmf(right, 200, 0.6) * (high < 0.5 or low > 0.7)

    found = ShareBound(gate(minimum=0.5, maximum=0.7), 0.6).on(200)

    assert (passes, fails) == pytest.approx((found.passes, found.fails), abs=1e-12)


@pytest.mark.parametrize(("requirement", "allowed"), [("point", 0.85), ("point", 0.9)])
def test_a_point_bound_passes_by_its_value(requirement, allowed):
    """The table of the page: a true .83 passes a bound of .85 in 35 % of runs of 100 cases."""
    found = ShareBound(gate(minimum=allowed, requirement=requirement), 0.83).on(100)

    assert binom.sf(round(allowed * 100) - 1, 100, 0.83) == pytest.approx(found.passes, abs=1e-12)
    assert found.undecided == 0.0


def test_a_gate_with_too_few_cases_is_undecided():
    """Below `min_count` nothing is decided."""
    found = ShareBound(gate(minimum=0.5, min_count=30), 0.9).on(29)

    assert (0.0, 0.0, 1.0) == (found.passes, found.fails, found.undecided)


@pytest.mark.parametrize(("count", "differing", "drop"), [(30, 0.3, 0.2), (12, 0.5, 0.0)])
def test_a_drop_is_blocked_where_the_exact_test_shows_it(count, differing, drop):
    """Over all numbers of lost and won pairs, McNemar's test is scipy's of a coin."""
    lost_share, won_share = (differing + drop) / 2, (differing - drop) / 2
    fails = sum(
        multinomial.pmf([lost, won, count - lost - won], count,
                        [lost_share, won_share, 1 - differing])
        for lost, won in product(range(count + 1), repeat=2)
        if lost + won <= count and lost > won
        and binomtest(lost, lost + won).pvalue <= ALPHA
    )  # fmt: skip

    found = ShareDrop(gate(max_drop=0.0, baseline="b"), differing, drop, ALPHA).on(count)

    assert fails == pytest.approx(found.fails, abs=1e-8)
    assert found.passes == pytest.approx(1 - fails, abs=1e-8)


def test_a_margin_is_held_against_students_t():
    """With `max_drop` above zero; the error is that of the differences."""
    count, allowed = 40, 0.05
    fails = 0.0
    for lost, won in product(range(count + 1), repeat=2):
        if lost + won > count:
            continue
        drop = (lost - won) / count
        error = math.sqrt((lost + won - count * drop * drop) / (count - 1) / count)
        if drop > allowed and 2 * t.sf((drop - allowed) / max(error, 1e-99), count - 1) <= ALPHA:
            fails += multinomial.pmf([lost, won, count - lost - won], count, [0.25, 0.05, 0.7])

    found = ShareDrop(gate(max_drop=allowed, baseline="b"), 0.3, 0.2, ALPHA).on(count)

    assert fails == pytest.approx(found.fails, abs=1e-8)


def test_what_could_go_undetected_leaves_undecided():
    """`max_undetected` looks at how many pairs differ, which does not grow with the lost ones."""
    whole = gate(max_drop=0.0, baseline="b", max_undetected=0.29)
    found = ShareDrop(whole, 0.3, 0.0, ALPHA).on(60)

    assert 0.3 < found.undecided < 0.7
    assert ShareDrop(gate(max_drop=0.0, baseline="b"), 0.3, 0.0, ALPHA).on(60).undecided < 1e-9


@pytest.mark.parametrize("allowed", [0.05, 0.1])
def test_a_drop_is_ruled_out_on_as_many_pairs_as_decide_answers(allowed):
    """Over all numbers of lost and won pairs, what passes is told from what is undecided."""
    count, differing, drop = 60, 0.2, -0.05
    whole = gate(max_drop=allowed, baseline="b", requirement=RULED_OUT)
    shares = [(differing + drop) / 2, (differing - drop) / 2, 1 - differing]
    chances = {"pass": 0.0, "fail": 0.0, "undecided": 0.0}
    for lost, won in product(range(count + 1), repeat=2):
        if lost + won <= count:
            answer = of_pairs(whole, lost, won, count, ALPHA)
            chances[answer] += multinomial.pmf([lost, won, count - lost - won], count, shares)

    found = ShareDrop(whole, differing, drop, ALPHA).on(count)

    assert chances["pass"] == pytest.approx(found.passes, abs=1e-8)
    assert chances["fail"] == pytest.approx(found.fails, abs=1e-8)
    assert found.undecided > 0.1


def test_a_mean_drop_is_ruled_out_by_a_one_sided_bound():
    """It passes where the upper end of the 90 % interval lies below what is allowed."""
    whole = gate(metric="brier", max_drop=0.6, baseline="b", requirement=RULED_OUT)
    found = MeanDrop(whole, 0.1, 2.0, ALPHA).on(128)
    expected = nct.cdf(-t.ppf(0.95, 127), 127, -0.5 / (2 / math.sqrt(128)))

    assert expected == pytest.approx(found.passes, abs=1e-5)


@pytest.mark.parametrize("count", [2, 10, 128])
def test_a_mean_is_held_against_students_t(count):
    """The power is that of scipy's noncentral t."""
    edge = t.ppf(0.975, count - 1)
    away = 0.5 / (2 / math.sqrt(count))
    found = MeanBound(gate(metric="mean_value", minimum=6.5), 7.0, 2.0).on(count)

    assert nct.sf(edge, count - 1, away) == pytest.approx(found.passes, abs=2e-4)
    assert nct.cdf(-edge, count - 1, away) == pytest.approx(found.fails, abs=2e-4)


def test_a_mean_that_drops_is_held_against_students_t():
    """A drop beyond what is allowed, in the unit of the metric."""
    found = MeanDrop(gate(metric="brier", max_drop=0.1, baseline="b"), 0.6, 2.0, ALPHA).on(128)
    expected = nct.sf(t.ppf(0.975, 127), 127, 0.5 / (2 / math.sqrt(128)))

    assert expected == pytest.approx(found.fails, abs=1e-5)
    assert 1 - expected == pytest.approx(found.passes, abs=1e-5)


@pytest.mark.parametrize("undetected", [0.25, 0.3])
def test_what_could_go_undetected_of_a_mean_is_that_of_the_deciding_function(undetected):
    """Drawn differences, such as those from the mean of runs, are put to `of_differences`."""
    whole = gate(max_drop=0.0, baseline="mean:3", max_undetected=undetected)
    drawn = np.random.default_rng(51).normal(0.0, 0.5, (4000, 50))
    answers = Counter(
        of_differences(whole, drop, deviation, 50, ALPHA)
        for drop, deviation in zip(drawn.mean(axis=1), drawn.std(axis=1, ddof=1), strict=True)
    )

    found = MeanDrop(whole, 0.0, 0.5, ALPHA).on(50)

    assert 0.1 < found.passes < 0.95
    for answer, chance in (("pass", found.passes), ("fail", found.fails)):
        low, high = proportion_confint(answers[answer], 4000, alpha=0.001, method="wilson")
        assert low <= chance <= high


@pytest.mark.parametrize("alike", [0.0, 0.3, 1.0])
def test_attempts_at_a_case_are_beta_binomial(alike):
    """As scipy has them; without likeness binomial, and all or none where they always agree."""
    found = AttemptBound(gate(minimum=0.85), 0.9, 4, alike).weights()
    expected = {0.0: binom.pmf(range(5), 4, 0.9), 1.0: [0.1, 0, 0, 0, 0.9]}.get(
        alike, betabinom.pmf(range(5), 4, 0.9 * (1 / 0.3 - 1), 0.1 * (1 / 0.3 - 1))
    )

    assert expected == pytest.approx(found)


def test_attempts_shorten_what_they_do_not_repeat():
    """Attempts that always agree add nothing; those that do not, add power."""
    one = ShareBound(gate(minimum=0.85), 0.95).on(60).passes
    alike, unlike = (AttemptBound(gate(minimum=0.85), 0.95, 4, far).on(60).passes
                     for far in (1.0, 0.2))  # fmt: skip

    assert unlike > max(one, alike) + 0.05


def test_a_number_that_has_the_power_by_accident_does_not_count():
    """Of whole numbers 5 has it, 6 has not, 8 and all after it have."""
    powers = {5: 0.81, 6: 0.7, 7: 0.79}

    assert 8 == smallest_count(lambda count: powers.get(count, min(1.0, count / 10)), 0.8).count


def test_a_number_out_of_reach_is_none():
    """What no number of cases shows has no answer."""
    assert smallest_count(lambda count: 0.5, 0.8) is None
