"""The smallest difference that is detected is detected four times in five, as simulated."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from evalstore.gates.gate import Gate
from evalstore.gates.power.chances import MeanDrop, ShareDrop
from evalstore.statistics.detectable import of_means, of_shares
from evalstore.statistics.paired import Paired

DRAWS = 20_000


def pairs_of(lost, won, count):
    """Return pairs of right and wrong answers of which these were lost and won."""
    square = lost + won - (won - lost) ** 2 / count
    error = math.sqrt(square / (count - 1) / count)
    return Paired(
        "", "all", count, 0, 0, won, lost, count - lost - won, True, 0.0, 0.0,
        (won - lost) / count, error, count, error, width=1.0, is_share=True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("differing", "count", "margin", "alpha"),
    [(12, 60, 0.0, 0.05), (2, 30, 0.0, 0.05), (40, 200, 0.02, 0.05), (30, 250, 0.0, 0.01),
     (6, 40, 0.1, 0.05)],
)  # fmt: skip
def test_pairs_with_that_drop_show_it_four_times_in_five(differing, count, margin, alpha):
    """Pairs are drawn with as many that differ, and the drop on top, and put to the test."""
    drop = of_shares(differing, count, margin, alpha, 0.8)
    noise = differing / count
    shares = [noise / 2 + drop, noise / 2, 1 - noise - drop]
    drawn = np.random.default_rng(51).multinomial(count, shares, DRAWS)[:, :2]
    shown = 0
    for (lost, won), times in zip(*np.unique(drawn, axis=0, return_counts=True), strict=True):
        pairs = pairs_of(int(lost), int(won), count)
        is_beyond = -pairs.difference > margin
        shown += times * (is_beyond and pairs.p_value(-margin) <= alpha)
    low, high = proportion_confint(shown, DRAWS, alpha=0.001, method="wilson")

    assert drop == pairs_of(differing, 0, count).smallest_shown(margin, alpha)
    assert low <= 0.8 <= high


@pytest.mark.parametrize("margin", [0.0, 0.03])
@pytest.mark.parametrize(("differing", "count"), [(5, 40), (60, 300), (25, 25), (7, 6000)])
def test_the_gate_blocks_it_with_the_power_that_it_prints(differing, count, margin):
    """Held against the sums over every outcome that `gate --power` puts to the gate."""
    drop = of_shares(differing, count, margin, 0.05, 0.8)
    gate = Gate("g", "accuracy", max_drop=margin, baseline="b", requirement="shown")
    truth = ShareDrop(gate, min(1.0, differing / count + drop), drop, 0.05)

    assert truth.on(count).fails == pytest.approx(0.8, abs=1e-4)


@pytest.mark.parametrize("is_share", [True, False])
@pytest.mark.parametrize(("spread", "count", "margin"), [(0.4, 50, 0.0), (0.3, 12, 0.1)])
def test_a_mean_is_detected_by_the_noncentral_t(spread, count, margin, is_share):
    """What a share loses adds its own variance."""
    drop = of_means(spread, count, margin, 0.05, 0.8, is_share=is_share)
    whole = math.sqrt(spread**2 + (drop * (1 - drop) if is_share else 0.0))
    edge = stats.t.ppf(0.975, count - 1)
    gate = Gate("g", "brier", max_drop=margin, baseline="b", requirement="shown")

    shown = stats.nct.sf(edge, count - 1, (drop - margin) / whole * math.sqrt(count))
    assert shown == pytest.approx(0.8, abs=2e-4)
    assert MeanDrop(gate, drop, whole, 0.05).on(count).fails == pytest.approx(0.8, abs=1e-6)


def test_pairs_that_cannot_show_it_have_none():
    """Six pairs that all agree have a p-value of 1/32, so none is shown at 1 in 100."""
    pairs = pairs_of(1, 1, 6)

    assert pairs.smallest_shown() is not None
    assert (None, None) == (pairs.smallest_shown(alpha=0.01), pairs.reason)
