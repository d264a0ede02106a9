"""
P-value of a value beyond a bound, by inverting the interval of the value.

It is the smallest two-sided level at which the interval excludes the bound. A row says which kind
of interval it has by its ends: Wilson's (the score test), Student's t (symmetric, unless cut off
at the end of the range) or Fisher's (symmetric on the scale of atanh).
An interval by the bootstrap is inverted by its resamples.
"""

import math
from typing import TYPE_CHECKING

from evalstore.gates.gate import SHOWN, Gate
from evalstore.gates.measured import Measured
from evalstore.metrics.catalog import catalog
from evalstore.statistics import student
from evalstore.statistics.wilson import QUANTILE

if TYPE_CHECKING:
    from evalstore.statistics.bootstrap import Analysis

CLOSE = 1e-9
LEVEL = 0.05
# Their intervals count clusters that the row does not: personas, or clusters of labelled cases.
CLUSTERED_FAMILY, CLUSTERED = "drift", "accuracy_corrected"
# So many degrees of freedom are as good as a normal distribution.
NORMAL = 1e9
NEAR_HALF = 1e-3


def bound_p_value(
    gate: Gate, measured: Measured, analysis: "Analysis | None" = None
) -> float | None:
    """
    Return the two-sided p-value of a value beyond a gate's bound, before any adjustment.

    1 if the value is within the bounds; None if the value has no interval. ``analysis`` is the
    bootstrap that the interval is from, if any.
    """
    value = measured.value
    if value is None or measured.ci_low is None or measured.ci_high is None:
        return None
    missed = missed_bounds(gate, value)
    return _p_value(missed[0], measured, gate.metric, analysis) if missed else 1.0


def met_p_value(
    gate: Gate, measured: Measured, analysis: "Analysis | None" = None
) -> float | None:
    """
    Return the one-sided p-value of a value within a gate's bounds: that of the nearest one.

    1 if it misses one; None if the value has no interval or the gate asks only for the point.
    """
    value = measured.value
    if gate.requirement != SHOWN or value is None or measured.ci_low is None:
        return None
    if missed_bounds(gate, value):
        return 1.0
    bounds = [bound for bound in (gate.minimum, gate.maximum) if bound is not None]
    found = [_p_value(bound, measured, gate.metric, analysis) for bound in bounds]
    return max((one / 2 for one in found if one is not None), default=None)


def _p_value(
    bound: float, measured: Measured, name: str, analysis: "Analysis | None"
) -> float | None:
    """Return the smallest two-sided level at which the interval of a row excludes a bound."""
    value, low, high = measured.value, measured.ci_low, measured.ci_high
    if value is None or low is None or high is None:
        return None
    if analysis is not None:
        return analysis.p_value(bound)
    metric = catalog()[name]
    is_clustered = metric.family == CLUSTERED_FAMILY or metric.name == CLUSTERED
    return inverted(value, low, high, bound, None if is_clustered else measured.scored_count)


def missed_bounds(gate: Gate, value: float) -> list[float]:
    """Return the bounds of a gate that a value misses."""
    return [
        bound
        for bound, side in ((gate.minimum, -1), (gate.maximum, 1))
        if bound is not None and side * (value - bound) > 0
    ]


def inverted(value: float, low: float, high: float, bound: float, unit_count: int | None) -> float:
    """
    Return the smallest two-sided level at which the interval of a value excludes a bound.

    ``low`` and ``high`` are the ends at 95 %. ``unit_count`` is the number of independent units
    of Student's t; if it is None, the p-value is the largest that any number of them gives.

    >>> from evalstore.statistics.wilson import wilson
    >>> round(inverted(0.8, *wilson(80, 100), 0.9, 100), 6)
    0.000858
    """
    trial_count = wilson_count(value, low, high)
    if trial_count is not None:
        spread = bound * (1.0 - bound) / trial_count
        return _normal(abs(value - bound) / math.sqrt(spread)) if spread > 0.0 else 0.0
    if _is_of_correlation(value, low, high):
        if abs(bound) >= 1.0:
            return 0.0
        reach = (math.atanh(high) - math.atanh(low)) / 2
        return _normal(QUANTILE * abs(math.atanh(value) - math.atanh(bound)) / reach)
    reach = max(high - value, value - low)
    if reach <= 0.0:
        return 0.0
    # Beyond the interval fewer units give a larger p-value, within it more of them do.
    ratio = abs(value - bound) / reach
    few = 1.0 if ratio > 1.0 else NORMAL
    degrees = few if unit_count is None else max(1.0, unit_count - 1.0)
    return student.two_sided(ratio * student.quantile(1.0 - LEVEL / 2, degrees), degrees)


def wilson_count(value: float, low: float, high: float) -> float | None:
    """
    Return the number of trials of a Wilson interval; None if the interval is of another kind.

    The ends x solve (1 + s) x^2 - (2 value + s) x + value^2 = 0 with s = z^2 / trials, so their
    product is value^2 / (1 + s).

    >>> from evalstore.statistics.wilson import wilson
    >>> round(wilson_count(0.8, *wilson(80, 100)) or 0, 1)
    100.0
    """
    if not (0.0 <= value <= 1.0 and 0.0 <= low < high <= 1.0):
        return None
    sides = ((value, low * high), (1.0 - value, (1.0 - low) * (1.0 - high)))
    rests = [share * share / ends - 1.0 for share, ends in sides if ends > 0.0 and share > 0.0]
    if not rests or min(rests) <= 0.0 or max(rests) - min(rests) > CLOSE * (1.0 + max(rests)):
        return None
    count = QUANTILE * QUANTILE / rests[0]
    # Where the value is a half, every symmetric interval solves the equation; elsewhere the count
    # of a mean of strata need not be whole.
    is_whole = abs(count - round(count)) <= CLOSE * 1e3 * count
    return count if is_whole or abs(value - 0.5) > NEAR_HALF else None


def _is_of_correlation(value: float, low: float, high: float) -> bool:
    """Return True for Fisher's interval; one around 0 is of either kind, and Student's."""
    if value == 0.0 or not (-1.0 < low < high < 1.0):
        return False
    ends = math.atanh(low) + math.atanh(high)
    return abs(ends - 2.0 * math.atanh(value)) <= CLOSE


def _normal(distance: float) -> float:
    """Return the two-sided p-value of a distance in standard errors."""
    return math.erfc(distance / math.sqrt(2.0))
