"""
Estimate the levels on both sides of each change that a detector found.

A detector says at which value its statistic crossed a limit, which may be the first value of the
new level or one long after it. Where the level began is the likeliest place of a single step among
the values since the change before, those after the crossing included as far as the level lasts.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

Direction = Literal["rose", "fell"]
# In standard errors, by the deviation of the level before: how far apart two means are.
END_LIMIT = 4.0
DEVIATION_COUNT_MIN = 2


@dataclass(frozen=True, slots=True)
class Crossing:
    """A statistic that crossed its limit; places are those among the known values."""

    direction: Direction
    growing: int
    detected: int
    statistic: float


@dataclass(frozen=True, slots=True)
class ChangedLevel:
    """
    The level after a crossing; places are those among the known values.

    It holds from ``began`` up to ``ended``, where the next change begins, the values shift again
    while no detector watches (``is_cut_short``), or the series ends.
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
    Return the level after each crossing; with a target that is the mean before the first.

    For ``learning_count`` values after a crossing its detector only learns. A level that ends in
    that time, as after a single bad run, is cut short: without that the values of both sides of
    its end would be averaged.
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
        # A shift that came while its detector was blind may be what is noticed next.
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
        # Nothing comes before a level only where the target was told.
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
    Return where a level ends among values that no detector watched, None where it lasts.

    That is the split after the detection whose means lie farthest apart, in standard errors, if
    that is beyond ``END_LIMIT``.
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
    Return where a single step since ``first`` most likely lies, of those the right way.

    That is the split of the values whose means explain most of their variance, the maximum of the
    likelihood of a step in normal noise, from ``free`` up to the detection; with a target that is
    the mean before it. Source: Hinkley (1970), Inference about the change-point in a sequence of
    random variables, Biometrika 57.
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
