"""Readings by week: the stretches without a gap, and the level of each week."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Reading(NamedTuple):
    """
    What a critic read of one value in one persona's week.

    ``alignment`` lies in [-1, 1], ``uncertainty`` is a standard deviation, ``profile_weight`` the
    value's share of the persona's profile; each None where unknown.
    """

    persona_id: str
    week: int
    value_dim: str
    alignment: float | None
    uncertainty: float | None
    profile_weight: float | None


class Level(NamedTuple):
    """Where a value stands in a week: the reading, smoothed."""

    week: int
    level: float
    uncertainty: float | None


def stretches(readings: Iterable[Reading], ema_alpha: float) -> Iterator[list[Level]]:
    """
    Yield each run of consecutive weeks with a reading, of one persona and value, in order.

    A missing week ends a stretch, and smoothing starts anew: the first level is the first
    alignment, each further one ``ema_alpha * alignment + (1 - ema_alpha) * level before``.

    >>> of = [Reading("p", week, "power", 0.5, None, None) for week in (3, 1, 2, 5)]
    >>> [[level.week for level in stretch] for stretch in stretches(of, 1.0)]
    [[1, 2, 3], [5]]
    """
    stretch: list[Level] = []
    for reading in sorted(readings, key=lambda reading: reading.week):
        if reading.alignment is None:
            continue
        if stretch and stretch[-1].week != reading.week - 1:
            yield stretch
            stretch = []
        level = reading.alignment
        if stretch:
            level = ema_alpha * reading.alignment + (1 - ema_alpha) * stretch[-1].level
        stretch.append(Level(reading.week, level, reading.uncertainty))
    if stretch:
        yield stretch
