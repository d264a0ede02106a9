"""Series of values, and both detectors on them."""

import random

from evalstore.statistics.change_detection import cusum, page_hinkley
from evalstore.statistics.trend_detection import CUSUM_LIMIT


def noise(seed, count, level=0.0, deviation=1.0):
    """Normal noise about a level, by a seed."""
    dice = random.Random(seed)
    return [dice.gauss(level, deviation) for _ in range(count)]


def watch(values):
    """Both detectors, as trends use them on values of deviation 1."""
    return {
        "cusum": cusum(values, limit=CUSUM_LIMIT),
        "page_hinkley": page_hinkley(values, delta=0.25, threshold=15.0, minimum_count=21),
    }
