"""
Detect changes of level in a series of numbers: CUSUM and Page-Hinkley.

Both process one value after the other and never look ahead, so a later value cannot undo a
detection. ``change_levels`` estimates the beginning and mean of each level, which neither
statistic estimates well. A value of None is unknown: it is skipped and counted.
"""

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evalstore.base.phrases import counted
from evalstore.errors import UsageError
from evalstore.statistics.change_levels import Crossing, Direction, levels

ALLOWANCE = 0.5
DECISION_LIMIT = 5.0
REFERENCE_COUNT = 20
REFERENCE_COUNT_MIN = 2
# A deviation below this share of the level is a rounding error and counts as zero.
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Change:
    """
    One change of level; places are indices from 0 into the input series, unknown values included.

    ``began_place`` is the likeliest first place of the new level, ``detected_place`` where the
    statistic crossed its limit, ``growing_place`` where it began to grow. ``mean_before`` is the
    mean of the known values between the previous change and ``began_place``; ``mean_after`` that
    of the values from there up to the next change, or up to ``ended_place``, where the values
    shift again while no detector watches. Estimates of the beginning, the end and the means
    improve as more values follow; the other fields are final.
    """

    direction: Direction
    began_place: int
    detected_place: int
    growing_place: int
    statistic: float
    mean_before: float
    mean_after: float
    ended_place: int | None = None


@dataclass(frozen=True, slots=True)
class Detection:
    """Result of a detector; ``reason`` is set if it is not watching at the end of the series."""

    changes: tuple[Change, ...]
    known_count: int
    unknown_count: int
    reason: str | None = None


def known(values: Sequence[float | None]) -> list[tuple[int, float]]:
    """Return the values that are not None, each with its index."""
    return [(place, value) for place, value in enumerate(values) if value is not None]


def deviation_of(values: Sequence[float], fallback: float | None = None) -> float | None:
    """
    Return the sample standard deviation, or the fallback if the values do not vary.

    Return None if neither is above zero.

    >>> deviation_of([1.0, 2.0, 3.0]), deviation_of([0.3, 0.3], fallback=0.1), deviation_of([0.3])
    (1.0, 0.1, None)
    """
    deviation = statistics.stdev(values) if len(values) > 1 else 0.0
    if deviation > ROUNDING * max(abs(value) for value in values):
        return deviation
    return fallback if fallback is not None and fallback > 0.0 else None


def cusum(
    values: Sequence[float | None],
    *,
    allowance: float = ALLOWANCE,
    limit: float = DECISION_LIMIT,
    reference_count: int = REFERENCE_COUNT,
    target: float | None = None,
    deviation: float | None = None,
    fallback_deviation: float | None = None,
) -> Detection:
    """
    Find changes of level with the two-sided tabular CUSUM.

    Each value is standardised to z = (value - target) / deviation; the sums are
    high = max(0, high + z - allowance) and low = max(0, low - z - allowance); a sum above
    ``limit`` is a change, which grows from where the sum was last zero. After a change, the
    detector restarts with the next value.

    Target and deviation are the mean and sample deviation of the first ``reference_count`` known
    values, learnt again after each change, unless both are passed. If those values do not vary,
    ``fallback_deviation`` replaces their deviation; without it detection stops, with a ``reason``.

    Sources: Page (1954), Biometrika 41; Montgomery, Introduction to Statistical Quality Control,
    chapter 9. Raises UsageError for invalid settings.
    """
    if not (allowance >= 0.0 and limit > 0.0):
        raise UsageError(f"found allowance {allowance} and limit {limit}, expected >= 0 and > 0")
    if reference_count < REFERENCE_COUNT_MIN:
        raise UsageError(
            f"reference_count is {reference_count}, expected {REFERENCE_COUNT_MIN} or more"
        )
    if (target is None) != (deviation is None) or not (deviation is None or deviation > 0.0):
        raise UsageError(
            f"target is {target} and deviation {deviation}, expected both, with a deviation above "
            "0, or neither, to learn them from the first values"
        )
    points = known(values)
    numbers = [value for _, value in points]
    crossings: list[Crossing] = []
    start, reason = 0, None
    while True:
        level, scale, first = target, deviation, start
        if level is None or scale is None:
            first = start + reference_count
            reason = _too_few(len(points) - start, reference_count, bool(crossings))
            if reason:
                break
            level = statistics.fmean(numbers[start:first])
            scale = deviation_of(numbers[start:first], fallback_deviation)
            if scale is None:
                reason = f"the {reference_count} values to learn from are all equal"
                break
        scores = ((numbers[place] - level) / scale for place in range(first, len(numbers)))
        crossing = _crossing(scores, first, allowance, limit)
        if crossing is None:
            break
        crossings.append(crossing)
        start = crossing.detected + 1
    changes = _changes(points, crossings, 0 if target is not None else reference_count, target)
    return Detection(changes, len(points), len(values) - len(points), reason)


def page_hinkley(
    values: Sequence[float | None],
    *,
    delta: float = 0.005,
    threshold: float = 50.0,
    alpha: float = 1 - 0.0001,
    minimum_count: int = 30,
) -> Detection:
    """
    Find changes of level with the two-sided Page-Hinkley test.

    With d the distance of a value from the mean of all so far, itself included, the sums are
    rise = alpha * rise + d - delta and fall = alpha * fall + d + delta. A change is a rise of
    more than ``threshold`` (lambda) above its minimum, or a fall of more than that below its
    maximum; it grows from that extreme. No change is reported before ``minimum_count`` values.
    After a change, the detector restarts with the next value. ``delta`` and ``threshold`` are in
    the unit of the values; names, definition and defaults are those of river 0.26's PageHinkley.

    Sources: Page (1954), Biometrika 41; Sebastiao and Fernandes (2017). Raises UsageError for
    invalid settings.
    """
    if not (delta >= 0.0 and threshold > 0.0 and 0.0 < alpha <= 1.0):
        raise UsageError(
            f"delta is {delta}, threshold {threshold} and alpha {alpha}, expected a delta of 0 or "
            "more, a threshold above 0, and an alpha above 0 and at most 1"
        )
    points = known(values)
    crossings: list[Crossing] = []
    sums = _Sums(0)
    for place, (_, value) in enumerate(points):
        sums.take(value, place, delta, alpha)
        crossing = sums.crossing(place, threshold) if sums.count >= minimum_count else None
        if crossing:
            crossings.append(crossing)
            sums = _Sums(place + 1)
    reason = _too_few(sums.count, minimum_count - 1, bool(crossings))
    changes = _changes(points, crossings, minimum_count - 1)
    return Detection(changes, len(points), len(values) - len(points), reason)


def _crossing(
    scores: Iterable[float], first: int, allowance: float, limit: float
) -> Crossing | None:
    high = low = 0.0
    high_growing = low_growing = first
    for place, score in enumerate(scores, first):
        high, low = max(0.0, high + score - allowance), max(0.0, low - score - allowance)
        high_growing = place + 1 if high == 0.0 else high_growing
        low_growing = place + 1 if low == 0.0 else low_growing
        if high > limit:
            return Crossing("rose", high_growing, place, high)
        if low > limit:
            return Crossing("fell", low_growing, place, low)
    return None


class _Sums:
    """The sums of Page-Hinkley since the last restart, and the places of their extremes."""

    def __init__(self, start: int) -> None:
        self.count = 0
        self.mean = self.rise = self.fall = 0.0
        self.lowest, self.highest = math.inf, -math.inf
        self.rise_growing = self.fall_growing = start

    def take(self, value: float, place: int, delta: float, alpha: float) -> None:
        self.count += 1
        self.mean += (value - self.mean) / self.count
        distance = value - self.mean
        self.rise = alpha * self.rise + distance - delta
        self.fall = alpha * self.fall + distance + delta
        if self.rise < self.lowest:
            self.lowest, self.rise_growing = self.rise, place + 1
        if self.fall > self.highest:
            self.highest, self.fall_growing = self.fall, place + 1

    def crossing(self, place: int, threshold: float) -> Crossing | None:
        risen, fallen = self.rise - self.lowest, self.highest - self.fall
        if max(risen, fallen) <= threshold:
            return None
        if risen >= fallen:
            return Crossing("rose", self.rise_growing, place, risen)
        return Crossing("fell", self.fall_growing, place, fallen)


def _changes(
    points: Sequence[tuple[int, float]],
    crossings: Sequence[Crossing],
    learning_count: int,
    target: float | None = None,
) -> tuple[Change, ...]:
    changed = levels([value for _, value in points], crossings, learning_count, target)
    return tuple(
        Change(
            crossing.direction,
            points[level.began][0],
            points[crossing.detected][0],
            points[crossing.growing][0],
            crossing.statistic,
            level.mean_before,
            level.mean_after,
            points[level.ended][0] if level.is_cut_short else None,
        )
        for crossing, level in zip(crossings, changed, strict=True)
    )


def _too_few(count: int, learning_count: int, is_again: bool) -> str | None:
    if count > learning_count:
        return None
    since = "since the last change" if is_again else "in all"
    return (
        f"found {counted(count, 'known value')} {since}, expected at least {learning_count + 1}: "
        f"{learning_count} to learn from, and one to check"
    )
