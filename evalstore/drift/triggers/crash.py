"""A crash: the level of a value falls sharply from one week to the next."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from evalstore.drift.triggers.series import Level


def crashes(stretch: Sequence[Level], delta: float) -> Iterator[tuple[Level, float]]:
    """
    Yield each week whose level is more than ``delta`` below the week before, and the drop.

    The first week of a stretch has no week before it: no crash.

    >>> fall = [Level(1, 0.5, None), Level(2, -0.25, 0.1)]
    >>> [(now.week, drop) for now, drop in crashes(fall, 0.5)]
    [(2, 0.75)]
    """
    for before, now in pairwise(stretch):
        drop = before.level - now.level
        if drop > delta:
            yield now, drop
