"""
Student's t distribution in Python; the macros of the store compute the same.

With t = sqrt(degrees) * sinh(place) the density is a power of cosh, and a tail is the integral of
a function that falls monotonically from one. After the substitution exp(x - exp(-x)), the
trapezoid rule computes it to about 1e-13. Source: Takahasi and Mori (1974), Double exponential
formulas for numerical integration.
"""

import math
from functools import cache

# x and the weight of each node of the trapezoid rule, in steps of an eighth.
NODES = tuple(
    (math.exp(x - math.exp(-x)), (1.0 + math.exp(-x)) / 8.0)
    for x in (step / 8.0 for step in range(-30, 37))
)
# The logarithm of a tail is concave in the place, so Newton's steps converge from above.
NEWTON_STEPS = 5


def two_sided(distance: float, degrees: float) -> float:
    """
    Return the two-sided p-value of a distance of t from zero.

    >>> round(two_sided(2.5, 4), 6)
    0.066767
    """
    place = math.asinh(abs(distance) / math.sqrt(degrees))
    return math.exp(-degrees * _log_cosh(place)) * _beyond(place, degrees) / _beyond(0.0, degrees)


@cache
def quantile(probability: float, degrees: float) -> float:
    """
    Return the quantile of t for a probability in (0, 1).

    >>> round(quantile(0.975, 4), 6)
    2.776445
    """
    log_share = math.log(2.0 * min(probability, 1.0 - probability))
    whole = _beyond(0.0, degrees)
    place = math.acosh(math.exp(-log_share / degrees))
    for _ in range(NEWTON_STEPS):
        tail = _beyond(place, degrees)
        place += tail * (math.log(tail / whole) - degrees * _log_cosh(place) - log_share)
    return math.copysign(math.sqrt(degrees) * math.sinh(place), probability - 0.5)


def _beyond(place: float, degrees: float) -> float:
    """Return the tail beyond a place, as a multiple of cosh to the power of -degrees there."""
    slope = math.tanh(place)
    width = 1.0 / (math.sqrt(degrees) + degrees * slope)
    return width * math.fsum(
        weight * node * math.exp(-degrees * math.log1p(_excess(width * node, slope)))
        for node, weight in NODES
    )


def _excess(distance: float, slope: float) -> float:
    """Return cosh(distance) + slope * sinh(distance) - 1, without cancellation."""
    return 2.0 * math.sinh(distance / 2.0) ** 2 + slope * math.sinh(distance)


def _log_cosh(place: float) -> float:
    return math.log1p(2.0 * math.sinh(place / 2.0) ** 2)
