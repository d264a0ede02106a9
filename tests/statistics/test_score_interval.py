"""The interval of a paired difference of shares, against scipy, statsmodels and its own level."""

import math

import numpy as np
import pytest
from scipy import optimize, stats
from statsmodels.stats.contingency_tables import mcnemar

from evalstore.statistics.paired import UNITS_MIN, Paired
from evalstore.statistics.score_interval import tango
from evalstore.statistics.wilson import QUANTILE

CLOSE = 1e-6
TABLES = [(8, 5, 30), (5, 0, 6), (3, 3, 6), (10, 0, 10), (0, 6, 6), (20, 1, 100), (1, 0, 7)]


def likeliest_lower_share(difference, higher, lower, pairs):
    """Maximise the likelihood of the counts under a difference, numerically."""

    def loss(share):
        chances = (share + difference, share, 1.0 - 2.0 * share - difference)
        counts = (higher, lower, pairs - higher - lower)
        return -sum(
            count * math.log(max(chance, 1e-300))
            for count, chance in zip(counts, chances, strict=True)
            if count
        )

    bounds = (max(0.0, -difference) + 1e-13, (1.0 - difference) / 2 - 1e-13)
    return optimize.minimize_scalar(
        loss, bounds=bounds, method="bounded", options={"xatol": 1e-13}
    ).x


@pytest.mark.parametrize("counts", TABLES)
def test_it_inverts_the_score_test(counts):
    """Each end is where the score, with numerically fitted chances, is the normal quantile."""
    higher, lower, pairs = counts
    estimate = (higher - lower) / pairs

    def score(difference):
        share = likeliest_lower_share(difference, *counts)
        spread = pairs * (2 * share + difference * (1 - difference))
        return pairs * (estimate - difference) / math.sqrt(spread)

    low, high = -1.0, 1.0
    if estimate > -1:
        low = optimize.brentq(lambda place: score(place) - QUANTILE, -1 + 1e-9, estimate - 1e-9)
    if estimate < 1:
        high = optimize.brentq(lambda place: score(place) + QUANTILE, estimate + 1e-9, 1 - 1e-9)

    assert pytest.approx((low, high), abs=CLOSE) == tango(*counts)


def test_a_published_example():
    """Tango (1998): of 50 pairs, 12 and 2 differ."""
    assert pytest.approx((0.0611, 0.3447), abs=1e-4) == tango(12, 2, 50)


@pytest.mark.parametrize("pairs", [6, 30])
def test_it_leaves_zero_out_where_mcnemar_does(pairs):
    """Without a correction, the score test of no difference is McNemar's, as in statsmodels."""
    for higher in range(pairs + 1):
        for lower in range(pairs + 1 - higher):
            if higher == lower:
                continue
            table = [[0, higher], [lower, 0]]
            p_value = mcnemar(table, exact=False, correction=False).pvalue
            low, high = tango(higher, lower, pairs)

            assert (p_value < 0.05) == (low > 0 or high < 0), table


@pytest.mark.parametrize("pairs", [6, 12])
def test_it_covers_the_difference(pairs):
    """For any chances, 93 % or more of the intervals contain it; all lie within -1 and 1."""
    counts = [(one, two) for one in range(pairs + 1) for two in range(pairs + 1 - one)]
    intervals = np.array([tango(*pair, pairs) for pair in counts])
    for higher in np.linspace(0.02, 0.6, 6):
        for lower in np.linspace(0.02, 0.38, 5):
            table = [[one, two, pairs - one - two] for one, two in counts]
            chances = stats.multinomial.pmf(table, pairs, [higher, lower, 1 - higher - lower])
            low, high = intervals.T
            is_inside = (low <= higher - lower) & (higher - lower <= high)

            assert chances[is_inside].sum() > 0.93
    assert -1 <= intervals.min()
    assert intervals.max() <= 1
    assert all(low <= (one - two) / pairs <= high
               for (one, two), (low, high) in zip(counts, intervals, strict=True))  # fmt: skip


def pairs_of(differences, *, is_binary=True, clusters=0, width=1.0):
    """Return paired values of these differences, of a metric with a range of this width."""
    values = np.array(differences, dtype=float)
    count = len(values)
    error = float(values.std(ddof=1) / math.sqrt(count)) if count > 1 else None
    return Paired(
        variant="", slice_value="all", paired_count=count, left_only_count=0, right_only_count=0,
        higher_count=int((values > 0).sum()), lower_count=int((values < 0).sum()),
        equal_count=int((values == 0).sum()), is_binary=is_binary, left_mean=0.5, right_mean=0.5,
        difference=float(values.mean()), standard_error=error, cluster_count=clusters or count,
        clustered_standard_error=error, width=width,
    )  # fmt: skip


@pytest.mark.parametrize("count", range(1, UNITS_MIN))
@pytest.mark.parametrize("is_binary", [True, False])
def test_few_pairs_have_no_interval(count, is_binary):
    """One of two pairs that differs gave -5.85 to 6.85 by Student's t."""
    assert pairs_of([0] * (count - 1) + [1], is_binary=is_binary).interval is None


@pytest.mark.parametrize("is_binary", [True, False])
@pytest.mark.parametrize("clusters", [0, 6])
def test_no_interval_leaves_the_range(is_binary, clusters):
    """A difference lies within the width of the metric's range, whatever the method."""
    for higher in range(13):
        for lower in range(13 - higher):
            differences = [1] * higher + [-1] * lower + [0] * (12 - higher - lower)
            found = pairs_of(differences, is_binary=is_binary, clusters=clusters)
            if found.interval is None:
                assert 12 in (higher, lower, found.equal_count)
                continue
            low, high = found.interval

            assert -1 <= low <= found.difference <= high <= 1


def test_an_unbounded_metric_keeps_students_interval():
    """Of milliseconds no end is cut off."""
    found = pairs_of([900, -800, 700, -600, 500, 3], is_binary=False, width=math.inf)
    expected = stats.ttest_1samp([900, -800, 700, -600, 500, 3], 0.0).confidence_interval()

    assert pytest.approx(tuple(expected)) == found.interval
