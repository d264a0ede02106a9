"""Estimates with intervals by persona, against other libraries; claims decided by intervals."""

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import roc_auc_score

from evalstore.suites.drift.engine import uncertainty
from evalstore.suites.drift.engine.uncertainty import (
    FAILS,
    HOLDS,
    UNKNOWN,
    Estimate,
    check,
    overall,
)


def drawn(seed, persona_count=40, week_count=8, shift=0.5, tie_step=None):
    """Return values, which are marked, and personas whose values hang together."""
    rng = np.random.default_rng(seed)
    persona = np.repeat(np.arange(persona_count), week_count)
    is_marked = rng.random(len(persona)) < 0.3
    values = rng.normal(0, 1, len(persona)) + shift * is_marked
    values += rng.normal(0, 1, persona_count)[persona]
    if tie_step:
        values = np.round(values / tie_step) * tie_step
    return values, is_marked, persona


@pytest.mark.parametrize("seed", range(5))
def test_the_difference_of_means_is_a_regression_on_a_dummy(seed):
    """Its interval is that of statsmodels with errors clustered by persona."""
    values, is_marked, persona = drawn(seed)
    group_count, count = len(np.unique(persona)), len(values)
    model = sm.OLS(values, sm.add_constant(is_marked.astype(float)))
    fitted = model.fit(cov_type="cluster", cov_kwds={"groups": persona}, use_t=True)
    low, high = fitted.conf_int()[1]
    # statsmodels also counts the two coefficients against the readings, which is none of ours.
    scale = np.sqrt((count - 2) / (count - 1))
    spread = (high - low) / 2 * scale

    found = uncertainty.mean_difference(values, is_marked, persona)

    assert fitted.params[1] == pytest.approx(found.value)
    assert spread == pytest.approx((found.ci_high - found.ci_low) / 2, rel=1e-3)
    assert group_count == 40
    assert int(is_marked.sum()) == found.count


@pytest.mark.parametrize("tie_step", [None, 0.5])
def test_the_area_is_that_of_the_curve(tie_step):
    """As of scikit-learn, and as U of Mann and Whitney over all pairs; ties count half."""
    values, is_marked, persona = drawn(3, tie_step=tie_step)
    pairs = is_marked.sum() * (~is_marked).sum()
    u = stats.mannwhitneyu(values[is_marked], values[~is_marked]).statistic

    found = uncertainty.auc(values, is_marked, persona)

    assert roc_auc_score(is_marked, values) == pytest.approx(found.value)
    assert u / pairs == pytest.approx(found.value)


def test_the_error_of_the_area_without_clusters_is_that_of_brunner_and_munzel():
    """Where each value is a persona by itself, DeLong's error; theirs differs by n / (n - 1)."""
    values, is_marked, _ = drawn(4)
    of_marked, of_other = values[is_marked], values[~is_marked]
    statistic = stats.brunnermunzel(of_other, of_marked).statistic
    found = uncertainty.auc(values, is_marked, np.arange(len(values)))
    error = (found.ci_high - found.ci_low) / 2 / stats.t.ppf(0.975, len(values) - 1)

    assert (found.value - 0.5) / statistic == pytest.approx(error, rel=0.01)


def test_the_error_of_the_area_by_personas_is_that_of_leaving_each_out():
    """The jackknife over personas, of scikit-learn's area, comes to the same within 3 %."""
    values, is_marked, persona = drawn(5, persona_count=150)
    left_out = [
        roc_auc_score(is_marked[persona != number], values[persona != number])
        for number in range(150)
    ]
    expected = np.sqrt(149 / 150 * np.sum((np.array(left_out) - np.mean(left_out)) ** 2))

    found = uncertainty.auc(values, is_marked, persona)

    error = (found.ci_high - found.ci_low) / 2 / stats.t.ppf(0.975, 149)
    assert expected == pytest.approx(error, rel=0.03)


@pytest.mark.parametrize(("estimate", "truth"), [("mean_difference", 0.5), ("auc", None)])
def test_intervals_hold_the_truth_as_often_as_they_say(estimate, truth):
    """Of 300 samples whose personas hang together, about 95 % of the intervals."""
    if truth is None:
        truth = stats.norm.cdf(0.5 / 2)
    found = [getattr(uncertainty, estimate)(*drawn(seed)) for seed in range(300)]

    share = np.mean([item.ci_low <= truth <= item.ci_high for item in found])

    assert 0.91 <= share <= 0.985


@pytest.mark.parametrize("degrees", [4, 5, 9, 30, 1000])
def test_the_quantile_is_students(degrees):
    """As of scipy, within 0.001."""
    expected = stats.t.ppf(0.975, degrees)

    assert expected == pytest.approx(uncertainty.student_quantile(degrees), abs=1e-3)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=30))
def test_ranks_are_midranks(values):
    """As of scipy."""
    expected = stats.rankdata(values)

    assert expected.tolist() == uncertainty.midranks(np.array(values, float)).tolist()


@pytest.mark.parametrize(
    ("is_marked", "persona", "words"),
    [
        (np.arange(40) < 9, np.arange(40), "9 readings beside 31 others"),
        (np.arange(40) < 31, np.arange(40), "31 readings beside 9 others"),
        (np.arange(40) < 20, np.arange(40) % 4, "4 personas"),
        (np.zeros(0, bool), np.zeros(0, int), "0 readings"),
    ],
)
def test_too_few_readings_or_personas_tell_nothing(is_marked, persona, words):
    """There is no number then, and the reason says what is too few."""
    for estimate in (uncertainty.mean_difference, uncertainty.auc):
        found = estimate(np.linspace(0, 1, len(is_marked)), is_marked, persona)

        assert (None, None, None) == (found.value, found.ci_low, found.ci_high)
        assert words in found.reason
        assert check("name", "claim", found, 0.0).answer == UNKNOWN


def test_what_never_varies_has_no_interval():
    """A critic that is always as sure shows no difference, and nothing bears one out."""
    found = uncertainty.mean_difference(np.full(40, 0.2), np.arange(40) < 20, np.arange(40))

    assert (0.0, None) == (found.value, found.ci_low)
    assert check("name", "claim", found, 0.0).answer == UNKNOWN


@pytest.mark.parametrize(
    ("interval", "is_below", "answer"),
    [
        ((0.31, 0.5), False, HOLDS),
        ((0.3, 0.5), False, UNKNOWN),
        ((0.1, 0.3), False, FAILS),
        ((0.1, 0.29), True, HOLDS),
        ((0.1, 0.3), True, UNKNOWN),
        ((0.3, 0.5), True, FAILS),
    ],
)
def test_the_whole_interval_decides(interval, is_below, answer):
    """A claim holds, or does not, where both ends of the interval say so."""
    estimate = Estimate(sum(interval) / 2, *interval, 100)

    assert answer == check("name", "claim", estimate, 0.3, is_below=is_below).answer


def test_a_share_of_few_decides_nothing():
    """None of 9 is below any limit, and 9 are too few; of no weeks there is no share."""
    silent = np.zeros(9, bool)
    few = check("name", "claim", uncertainty.share(silent, np.arange(9)), 0.9, is_below=True)
    nobody = uncertainty.share(silent[:0], np.arange(0))
    none = check("name", "claim", nobody, 0.9, is_below=True)
    one = check("name", "claim", uncertainty.share(silent, silent.astype(int)), 0.9)

    assert (UNKNOWN, "9 readings; at least 10 tell") == (few.answer, few.reason)
    assert (UNKNOWN, "there is none") == (none.answer, none.reason)
    assert (UNKNOWN, "1 persona; at least 2 tell") == (one.answer, one.reason)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([HOLDS, HOLDS], HOLDS),
        ([HOLDS, UNKNOWN], UNKNOWN),
        ([UNKNOWN, FAILS], FAILS),
    ],
)
def test_what_fails_weighs_more_than_what_is_open(answers, expected):
    """And what does not decide is not asked."""
    bounds = {HOLDS: (1.0, 2.0), UNKNOWN: (-1.0, 1.0), FAILS: (-2.0, -1.0)}
    checks = [check("name", "claim", Estimate(0.0, *bounds[answer], 50), 0.0)
              for answer in answers]  # fmt: skip
    beside = check("name", "claim", Estimate(0.0, -2.0, -1.0, 50), 0.0, is_deciding=False)

    assert expected == overall([*checks, beside])
