"""
Score interval of the difference of two paired shares.

It contains the differences that a score test does not reject, where the probability of a
discordant pair is estimated for each difference. It stays within [-1, 1]. Where the level is 95 %,
it excludes zero where McNemar's test without a correction does. Source: Tango (1998), Equivalence
test and confidence interval for the difference in proportions for the paired-sample design,
Statistics in Medicine 17.
"""

import math
from collections.abc import Callable
from functools import cache

from evalstore.statistics.wilson import QUANTILE

BISECTIONS = 60


@cache
def tango(
    higher_count: int, lower_count: int, pair_count: int, quantile: float = QUANTILE
) -> tuple[float, float]:
    """
    Return the interval of the difference right minus left, in shares of pairs.

    ``higher_count`` pairs are right on the right side alone, ``lower_count`` on the left alone.
    ``quantile`` is that of the normal distribution, at least 0; by default the interval is 95 %.

    >>> [round(bound, 3) for bound in tango(8, 5, 30)]
    [-0.141, 0.33]
    >>> [round(bound, 3) for bound in tango(10, 0, 10)]
    [0.445, 1.0]
    """
    estimate = (higher_count - lower_count) / pair_count

    def score(difference: float) -> float:
        distance = pair_count * (estimate - difference)
        spread = _spread(difference, higher_count, lower_count, pair_count)
        return distance / math.sqrt(spread) if spread > 0.0 else math.copysign(math.inf, distance)

    low = _crossing(lambda place: score(place) <= quantile, -1.0, estimate)
    high = _crossing(lambda place: score(place) < -quantile, estimate, 1.0)
    return low, high


def _spread(difference: float, higher_count: int, lower_count: int, pair_count: int) -> float:
    """Return the variance of the difference in counts, under a difference in shares."""
    slope = (2 * pair_count - higher_count + lower_count) * difference - higher_count - lower_count
    product = -lower_count * difference * (1.0 - difference)
    root = math.sqrt(max(0.0, slope * slope - 8 * pair_count * product))
    # The estimated probability of a pair that is right on the left side alone.
    lower_share = (root - slope) / (4 * pair_count)
    return pair_count * (2.0 * lower_share + difference * (1.0 - difference))


def _crossing(is_beyond: Callable[[float], bool], low: float, high: float) -> float:
    """Return the place between two others from which a condition is true."""
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (low, middle) if is_beyond(middle) else (middle, high)
    return (low + high) / 2
