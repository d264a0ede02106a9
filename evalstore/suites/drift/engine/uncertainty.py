"""
Checks of a critic's uncertainty: estimates with clustered intervals, and claims about them.

Readings of one persona are not independent, so intervals use the influence of whole personas on
the estimate. For the difference of means that is the cluster-robust error of a regression on one
dummy (Liang and Zeger 1986); for the area under the curve, DeLong's error with clusters
(Obuchowski 1997).
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from evalstore.base.phrases import counted
from evalstore.statistics.wilson import QUANTILE
from evalstore.suites.drift.engine.arrays import Flags, Floats, Integers
from evalstore.suites.drift.engine.intervals import share_interval

HOLDS: Final = "holds"
FAILS: Final = "does not hold"
UNKNOWN: Final = "cannot tell"
# The minimum of readings and personas for a decision.
COUNT_MIN: Final = 10
PERSONA_COUNT_MIN: Final = 5
ROUNDING: Final = 1e-12


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95 % interval, or None with the ``reason``."""

    value: float | None
    ci_low: float | None
    ci_high: float | None
    count: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """
    A claim, its estimate, and whether the interval supports it.

    The claim is that the number is above the bound, or below if ``is_below``. Only checks with
    ``is_deciding`` count towards the overall result.
    """

    name: str
    claim: str
    estimate: Estimate
    bound: float
    answer: str
    reason: str
    is_deciding: bool


def check(
    name: str, claim: str, estimate: Estimate, bound: float, *, is_below: bool = False,
    is_deciding: bool = True,
) -> ClaimCheck:  # fmt: skip
    """Decide a claim: it holds or fails if the whole interval does, else it is unknown."""
    answer, reason = _decided(estimate, bound, is_below=is_below)
    return ClaimCheck(name, claim, estimate, bound, answer, reason, is_deciding)


def overall(checks: list[ClaimCheck]) -> str:
    """Return the overall result of the deciding checks: a failure outweighs an unknown."""
    answers = {item.answer for item in checks if item.is_deciding}
    return next((answer for answer in (FAILS, UNKNOWN) if answer in answers), HOLDS)


def mean_difference(values: Floats, is_marked: Flags, cluster: Integers) -> Estimate:
    """
    Return the difference of means, marked minus others, with its clustered interval.

    ``cluster`` is the index of each value's persona. The interval uses Student's t with one degree
    of freedom less than there are clusters.
    """
    nothing = _too_few(is_marked, cluster)
    if nothing is not None:
        return nothing
    marked, other = values[is_marked], values[~is_marked]
    influence = np.where(
        is_marked,
        (values - marked.mean()) / len(marked),
        -(values - other.mean()) / len(other),
    )
    scale = float(np.abs(values).max())
    return _estimate(float(marked.mean() - other.mean()), influence, is_marked, cluster, scale)


def auc(values: Floats, is_marked: Flags, cluster: Integers) -> Estimate:
    """
    Return the area under the ROC curve of marked values, ties half, with its interval.

    It is Mann and Whitney's U divided by the number of pairs; the rank-biserial correlation is
    twice the area minus 1.
    """
    nothing = _too_few(is_marked, cluster)
    if nothing is not None:
        return nothing
    marked_count = int(is_marked.sum())
    other_count = len(values) - marked_count
    within = np.empty(len(values))
    for is_kind in (is_marked, ~is_marked):
        within[is_kind] = midranks(values[is_kind])
    # The number of values of the other group below each.
    below = midranks(values) - within
    area = float(below[is_marked].mean() / other_count)
    influence = np.where(
        is_marked,
        (below / other_count - area) / marked_count,
        (1 - below / marked_count - area) / other_count,
    )
    estimate = _estimate(area, influence, is_marked, cluster)
    if estimate.ci_low is None or estimate.ci_high is None:
        return estimate
    return Estimate(area, max(0.0, estimate.ci_low), min(1.0, estimate.ci_high), estimate.count)


def share(is_part: Flags, cluster: Integers) -> Estimate:
    """Return the share of rows that are marked, with its interval by ``share_interval``."""
    count = len(is_part)
    if not count:
        return Estimate(None, None, None, 0, "there is none")
    interval = share_interval(is_part, np.ones(count, np.bool_), cluster)
    if interval is None:
        return Estimate(float(is_part.mean()), None, None, count, "1 persona; at least 2 tell")
    return Estimate(float(is_part.mean()), *interval, count)


def midranks(values: Floats) -> Floats:
    """
    Return ranks from 1; equal values share their mean rank.

    >>> midranks(np.array([3.0, 1.0, 3.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Floats = (np.cumsum(count) - (count - 1) / 2)[place]
    return ranks


def student_quantile(degrees: int) -> float:
    """
    Return the 0.975 quantile of Student's t; the error is below 0.001 from 4 degrees of freedom.

    The expansion around the normal quantile, Abramowitz and Stegun 26.7.5.

    >>> round(student_quantile(10), 3)
    2.228
    """
    z = QUANTILE
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / degrees**power for power, term in enumerate(terms, 1))


def _estimate(
    value: float, influence: Floats, is_marked: Flags, cluster: Integers, scale: float = 1.0
) -> Estimate:
    count = int(is_marked.sum())
    _, number = np.unique(cluster, return_inverse=True)
    sums = np.bincount(number, weights=influence)
    error = float(np.sqrt(len(sums) / (len(sums) - 1) * (sums**2).sum()))
    # Equal values have a small spread from rounding alone.
    if error <= ROUNDING * scale:
        return Estimate(value, None, None, count, "nothing varies, so there is no interval")
    spread = student_quantile(len(sums) - 1) * error
    return Estimate(value, value - spread, value + spread, count)


def _too_few(is_marked: Flags, cluster: Integers) -> Estimate | None:
    count, other_count = int(is_marked.sum()), int((~is_marked).sum())
    persona_count = len(np.unique(cluster))
    reason = None
    if min(count, other_count) < COUNT_MIN:
        counts = f"{counted(count, 'reading')} beside {counted(other_count, 'other')}"
        reason = f"{counts}; at least {COUNT_MIN} of each tell"
    elif persona_count < PERSONA_COUNT_MIN:
        reason = f"{counted(persona_count, 'persona')}; at least {PERSONA_COUNT_MIN} tell"
    return Estimate(None, None, None, count, reason) if reason else None


def _decided(estimate: Estimate, bound: float, *, is_below: bool) -> tuple[str, str]:
    value, low, high = estimate.value, estimate.ci_low, estimate.ci_high
    if value is None or low is None or high is None:
        return UNKNOWN, estimate.reason or "there is no interval"
    if estimate.count < COUNT_MIN:
        return UNKNOWN, f"{counted(estimate.count, 'reading')}; at least {COUNT_MIN} tell"
    wanted = "below" if is_below else "above"
    described = f"{value:.3g} [{low:.3g}, {high:.3g}]"
    if (high < bound) if is_below else (low > bound):
        return HOLDS, f"{described} is {wanted} {bound:g}"
    if (low >= bound) if is_below else (high <= bound):
        return FAILS, f"{described} is not {wanted} {bound:g}"
    return UNKNOWN, f"{described} may lie on either side of {bound:g}"
