"""
The smallest true difference that a paired test shows with a given power.

The pairs tell how many differ, or how far, where nothing changed; what is lost comes on top, so
that the test is asked of the pairs as they would be with that difference. Sums are over the
numbers of pairs that may differ and, among them, be lost (Connor 1987, Sample size for testing
differences in proportions for the paired-sample design, Biometrics 43). Differences of means are
taken for normal.
"""

import math
from collections.abc import Callable
from functools import lru_cache

from evalstore.statistics import student
from evalstore.statistics.outcome_weights import normal_below, spreads, window

# What a number of pairs may weigh, beside the likeliest one, to be left out.
LEAST_OF_PAIRS = 1e-10
# Halvings of the range that a difference, or a distance in standard errors, is looked for in.
HALVINGS = 30
# How near the smallest difference, or its power, is found.
NEAR_ENOUGH, CLOSE_ENOUGH = 1e-6, 1e-5
# Numbers this near to a whole one are whole.
ROUNDING = 1e-9


@lru_cache(maxsize=4096)
def of_shares(
    differing_count: int, pair_count: int, margin: float, alpha: float, power: float
) -> float | None:
    """
    Return the smallest shown difference of shares of cases, each right or wrong on both sides.

    ``differing_count`` of ``pair_count`` pairs differ without it. It is shown if the two-sided
    p-value that it is at most ``margin`` is at most ``alpha``: by McNemar's exact test for a
    margin of 0, else by Student's t. None if no difference is shown with this ``power``.

    >>> round(of_shares(12, 60, 0.0, 0.05, 0.8), 3)
    0.249
    """
    noise = differing_count / pair_count

    def power_at(difference: float) -> float:
        return power_of_shares(noise, difference, pair_count, margin, alpha)

    guess = of_means(math.sqrt(noise), pair_count, margin, alpha, power, is_share=True)
    return _smallest(power_at, power, (margin, 1.0), guess)


@lru_cache(maxsize=4096)
def power_of_shares(
    noise: float, difference: float, pair_count: int, margin: float, alpha: float
) -> float:
    """
    Return the probability that a true ``difference`` above ``margin`` is shown.

    ``noise`` is the share of pairs that differ without it.
    """
    differing = min(1.0, noise + difference)
    lost_share = min(1.0, (1.0 + difference / differing) / 2.0) if differing else 0.5
    first, weights = window(pair_count, differing, LEAST_OF_PAIRS)
    edge_of = _edges_by_t(pair_count, margin, alpha) if margin else _exact_edges(first, alpha)
    edge = edge_of(first)
    tail = _tail(first, edge, lost_share)
    shown = [weights[0] * tail]
    for count, weight in enumerate(weights[1:], first + 1):
        # One more pair that differs, then another number of lost ones that shows it.
        tail += lost_share * _probability(count - 1, edge - 1, lost_share)
        next_edge = edge_of(count)
        tail -= math.fsum(_probability(count, k, lost_share) for k in range(edge, next_edge))
        tail += math.fsum(_probability(count, k, lost_share) for k in range(next_edge, edge))
        edge = next_edge
        shown.append(weight * tail)
    return min(1.0, max(0.0, math.fsum(shown)))


def of_means(
    spread: float, unit_count: int, margin: float, alpha: float, power: float, *, is_share: bool
) -> float:
    """
    Return the smallest shown difference of means of pairs, by Student's t.

    ``spread`` is the standard deviation of what a unit differs by without it. Of a share, what a
    difference takes is lost wholly in as many units: it adds its own variance, d (1 - d). The
    result may be beyond the metric's range.

    >>> round(of_means(0.45, 60, 0.0, 0.05, 0.8, is_share=True), 3)
    0.226
    """
    reach = _reach(unit_count - 1, alpha, power)
    if not is_share:
        return margin + reach * spread / math.sqrt(unit_count)
    # (d - margin)^2 n = reach^2 (spread^2 + d (1 - d)), of which d is the larger root.
    square = reach * reach
    whole, half = unit_count + square, margin * unit_count + square / 2.0
    rest = margin * margin * unit_count - square * spread * spread
    return (half + math.sqrt(max(0.0, half * half - whole * rest))) / whole


@lru_cache(maxsize=1024)
def _reach(degrees: int, alpha: float, power: float) -> float:
    """Return how many standard errors away a mean is shown with a power: noncentral t."""
    edge = student.quantile(1.0 - alpha / 2.0, degrees)
    weighed = spreads(degrees + 1)

    def is_shown(distance: float) -> bool:
        return (
            math.fsum(w * normal_below(distance - edge * times) for times, w in weighed) >= power
        )

    high = 2.0 * (edge + student.quantile(max(power, 0.5), degrees) + 1.0)
    return _halved(is_shown, 0.0, high, HALVINGS)


def _smallest(
    power_at: Callable[[float], float], power: float, ends: tuple[float, float], guess: float
) -> float | None:
    """Return where a growing power is reached between the ends; None if nowhere."""
    low, high = ends
    if power_at(high) < power:
        return None
    # At the low end nothing is shown. From a guess on: secants, and every other step a halving.
    lows, place = (low, -power), min(max(guess, low + NEAR_ENOUGH), high)
    highs = (high, 1.0 - power)
    for step in range(HALVINGS):
        miss = power_at(place) - power
        if miss >= 0.0:
            highs = (place, miss)
        else:
            lows = (place, miss)
        if abs(miss) <= CLOSE_ENOUGH or highs[0] - lows[0] <= NEAR_ENOUGH:
            return place
        place = _crossing(lows, highs) if step % 2 == 0 else (lows[0] + highs[0]) / 2.0
    return highs[0]


def _crossing(one: tuple[float, float], other: tuple[float, float]) -> float:
    (low, below), (high, above) = one, other
    return low - below * (high - low) / (above - below)


def _halved(is_shown: Callable[[float], bool], low: float, high: float, steps: int) -> float:
    for _ in range(steps):
        middle = (low + high) / 2.0
        low, high = (low, middle) if is_shown(middle) else (middle, high)
    return high


def _exact_edges(first: int, alpha: float) -> Callable[[int], int]:
    """
    Return from how many lost pairs McNemar's test shows a difference, of a growing number.

    Called for ``first`` and each following number of pairs that differ, in this order.
    """
    # Of a fair coin: the smallest number of heads of which the upper tail is half of alpha.
    edge = first + 1
    tail = 0.0
    while edge > 0 and tail + _probability(first, edge - 1, 0.5) <= alpha / 2.0:
        edge -= 1
        tail += _probability(first, edge, 0.5)
    state = [first, edge, tail]

    def next_edge(count: int) -> int:
        _, edge, tail = state
        if count > state[0]:
            tail += 0.5 * _probability(count - 1, int(edge) - 1, 0.5)
            if tail > alpha / 2.0:
                tail -= _probability(count, int(edge), 0.5)
                edge += 1
            state[:] = [count, edge, tail]
        return int(edge)

    return next_edge


def _edges_by_t(pair_count: int, margin: float, alpha: float) -> Callable[[int], int]:
    """Return from how many lost pairs Student's t shows a difference above a margin."""
    square = student.quantile(1.0 - alpha / 2.0, pair_count - 1) ** 2
    # n (n - 1) (x - margin)^2 = t^2 (m - n x^2) for m pairs that differ, x their mean difference.
    times = pair_count * (pair_count - 1)
    whole, half = times + pair_count * square, margin * times
    is_possible = 2.0 ** (1 - pair_count) <= alpha

    def edge(differing_count: int) -> int:
        if not is_possible:
            return differing_count + 1
        rest = margin * half - square * differing_count
        root = half * half - whole * rest
        mean = margin if root < 0.0 else max(margin, (half + math.sqrt(root)) / whole)
        lost_count = (mean * pair_count + differing_count) / 2.0
        return max(0, min(differing_count + 1, math.ceil(lost_count - ROUNDING)))

    return edge


def _tail(count: int, edge: int, share: float) -> float:
    return math.fsum(_probability(count, lost, share) for lost in range(edge, count + 1))


def _probability(count: int, lost_count: int, share: float) -> float:
    """Return the binomial probability of so many lost of a number of pairs."""
    if not 0 <= lost_count <= count:
        return 0.0
    if share >= 1.0:
        return float(lost_count == count)
    return math.exp(
        math.lgamma(count + 1) - math.lgamma(lost_count + 1) - math.lgamma(count - lost_count + 1)
        + lost_count * math.log(share) + (count - lost_count) * math.log1p(-share)
    )  # fmt: skip
