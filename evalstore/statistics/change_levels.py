"""
Estimate the levels on both sides of each change that a detector found.

A detector reports at which value its statistic crossed a limit, which may be the first value of
the new level or one long after it. The estimated beginning is the likeliest place of a single step
among the values since the previous change, up to the end of the new level.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

Direction = Literal["rose", "fell"]
# Distance of two means that ends a level, in standard errors by the deviation before the level.
END_LIMIT = 4.0
DEVIATION_COUNT_MIN = 2


@dataclass(frozen=True, slots=True)
class Crossing:
    """A statistic that crossed its limit; places are indices into the known values."""

    direction: Direction
    growing: int
    detected: int
    statistic: float


@dataclass(frozen=True, slots=True)
class ChangedLevel:
    """
    The level after a crossing; places are indices into the known values.

    It lasts from ``began`` up to and excluding ``ended``: where the next change begins, the values
    shift again while no detector watches (``is_cut_short``), or the series ends.
    """

    began: int
    ended: int
    is_cut_short: bool
    mean_before: float
    mean_after: float


def levels(
    numbers: Sequence[float],
    crossings: Sequence[Crossing],
    learning_count: int,
    target: float | None = None,
) -> list[ChangedLevel]:
    """
    Return the level after each crossing; ``target``, if set, is the mean before the first.

    For ``learning_count`` values after a crossing the detector only learns. A level that ends in
    that time, as after a single bad run, is cut short; otherwise values from both sides of its end
    would be averaged.
    """
    began, ends = [0], list[int | None]()
    start = free = 0
    limits = [crossing.growing for crossing in crossings[1:]] + [len(numbers)]
    for crossing, limit in zip(crossings, limits, strict=False):
        last = max(limit, crossing.detected + 1)
        noticed = numbers[: crossing.detected + 1]
        place = _likeliest_step(noticed, start, free, crossing, target)
        blind = numbers[: min(last, crossing.detected + 1 + learning_count)]
        end = _end(blind, numbers[start:place], place, crossing.detected)
        place = _likeliest_step(numbers[: end or last], start, free, crossing, target)
        began.append(place)
        ends.append(end)
        # The next detection may be of a shift that occurred while the detector only learned.
        start, free = place, crossing.detected + 1
    return _means(numbers, began, ends, target)


def _means(
    numbers: Sequence[float],
    began: Sequence[int],
    ends: Sequence[int | None],
    target: float | None,
) -> list[ChangedLevel]:
    changed = []
    start = 0
    for place, end, (_, following) in zip(
        began[1:], ends, pairwise([*began[1:], len(numbers)]), strict=True
    ):
        before = numbers[start:place]
        # There are no values before a level only if the caller passed a target.
        mean_before = statistics.fmean(before) if before else float(target or 0.0)
        is_cut_short = end is not None and end < following
        ended = end if end is not None and is_cut_short else following
        mean_after = statistics.fmean(numbers[place:ended])
        changed.append(ChangedLevel(place, ended, is_cut_short, mean_before, mean_after))
        start = ended if is_cut_short else place
    return changed


def _end(
    numbers: Sequence[float], before: Sequence[float], began: int, detected: int
) -> int | None:
    """
    Return where a level ends among values that no detector watched, or None if it lasts.

    The end is the split after the detection whose means lie farthest apart, in standard errors,
    if the distance exceeds ``END_LIMIT``.
    """
    if len(before) < DEVIATION_COUNT_MIN:
        return None
    best, end = END_LIMIT * statistics.stdev(before), None
    for split in range(detected + 1, len(numbers)):
        earlier, later = numbers[began:split], numbers[split:]
        weight = len(earlier) * len(later) / (len(earlier) + len(later))
        apart = abs(statistics.fmean(later) - statistics.fmean(earlier)) * math.sqrt(weight)
        if apart > best:
            best, end = apart, split
    return end


def _likeliest_step(
    numbers: Sequence[float], first: int, free: int, crossing: Crossing, target: float | None
) -> int:
    """
    Return the likeliest place of a single step since ``first`` in the crossing's direction.

    It is the split between ``free`` and the detection whose means explain most of the variance,
    the maximum of the likelihood of a step in normal noise. ``target``, if set, is the mean before
    the step. Source: Hinkley (1970), Inference about the change-point in a sequence of random
    variables, Biometrika 57.
    """
    sign = 1.0 if crossing.direction == "rose" else -1.0
    best, place = 0.0, crossing.growing
    before = math.fsum(numbers[first:free])
    after = math.fsum(numbers[free:])
    for split in range(free, crossing.detected + 1):
        earlier, later = split - first, len(numbers) - split
        if target is not None or earlier:
            level = before / earlier if target is None else target
            weight = later if target is not None else earlier * later / (earlier + later)
            rise = sign * (after / later - level)
            if rise > 0.0 and rise * rise * weight >= best:
                best, place = rise * rise * weight, split
        before, after = before + numbers[split], after - numbers[split]
    return place
