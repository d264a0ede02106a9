"""Wilson score interval in Python; the macros of the store compute the same."""

import math
from typing import Final

# The normal quantile of 0.975, as in the macros of the store.
QUANTILE: Final = 1.959963984540054


def wilson(success_sum: float, trial_count: float) -> tuple[float, float]:
    """
    Return the 95 % Wilson score interval of a share.

    >>> tuple(round(bound, 3) for bound in wilson(8, 10))
    (0.49, 0.943)
    """
    square = QUANTILE * QUANTILE
    spread = math.sqrt(max(0.0, success_sum * (1 - success_sum / trial_count)) + square / 4)
    low, high = (
        (success_sum + square / 2 + sign * QUANTILE * spread) / (trial_count + square)
        for sign in (-1, 1)
    )
    return max(0.0, low), min(1.0, high)
