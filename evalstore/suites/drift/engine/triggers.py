"""
Drift triggers: crashes and ruts in the readings of a persona's weeks.

The results equal those of ``macros.drift_detections`` bit for bit; this module is for readings
outside a store. The profile of a persona is the weighted mean of all its values.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from evalstore.suites.drift.engine.thresholds import DetectionSettings, Thresholds

PROFILE = "profile"
ReadingTuple = tuple[str, int, str, float | None, float | None, float | None]


class WeekReading(NamedTuple):
    """
    A critic's reading of one value in one week of a persona.

    ``alignment`` lies in [-1, 1], ``uncertainty`` is a standard deviation, ``profile_weight`` the
    value's share of the persona's profile; each None if unknown.
    """

    persona_id: str
    week: int
    value_dim: str
    alignment: float | None
    uncertainty: float | None
    profile_weight: float | None


class Level(NamedTuple):
    """The smoothed reading of a value in a week."""

    week: int
    level: float
    uncertainty: float | None


class FiredTrigger(NamedTuple):
    """
    A fired trigger, as a row of ``facts.drift_detections``.

    ``drop`` is set for a crash, ``weeks`` (the length so far) for a rut; the other is None.
    """

    persona_id: str
    week: int
    value_dim: str
    trigger: str
    drop: float | None
    level: float
    weeks: int | None
    uncertainty: float | None
    is_suppressed: bool


def detections(
    readings: Iterable[ReadingTuple], detection: DetectionSettings
) -> list[FiredTrigger]:
    """
    Return every trigger that fires, ordered by persona, week, value and trigger.

    ``readings`` are those of one system in one run, in any order: persona_id, week, value_dim,
    alignment, uncertainty, profile_weight; one for each persona, week and value. A reading of
    the reserved name ``profile`` is ignored.
    """
    rows = [WeekReading(*row) for row in readings if row[2] != PROFILE]
    if PROFILE in detection.by_value:
        rows += profile_readings(rows)
    series: dict[tuple[str, str], list[WeekReading]] = defaultdict(list)
    for row in rows:
        series[row.persona_id, row.value_dim].append(row)
    return sorted(
        (
            fired
            for (persona_id, value_dim), of_value in series.items()
            for fired in _of_series(persona_id, value_dim, of_value, detection)
        ),
        key=lambda fired: (fired.persona_id, fired.week, fired.value_dim, fired.trigger),
    )


def _of_series(
    persona_id: str, value_dim: str, readings: list[WeekReading], detection: DetectionSettings
) -> Iterator[FiredTrigger]:
    limits = detection.by_value.get(value_dim, detection.default)
    for stretch in stretches(readings, detection.ema_alpha):
        for now, drop in crashes(stretch, limits.delta):
            yield _fired(persona_id, value_dim, now, limits, drop=drop)
        for now, week_count in ruts(stretch, limits.tau_low, limits.c_min):
            yield _fired(persona_id, value_dim, now, limits, week_count=week_count)


def _fired(
    persona_id: str,
    value_dim: str,
    now: Level,
    limits: Thresholds,
    drop: float | None = None,
    week_count: int | None = None,
) -> FiredTrigger:
    is_sure = now.uncertainty is not None and now.uncertainty < limits.epsilon
    return FiredTrigger(
        persona_id=persona_id,
        week=now.week,
        value_dim=value_dim,
        trigger="rut" if drop is None else "crash",
        drop=drop,
        level=now.level,
        weeks=week_count,
        uncertainty=now.uncertainty,
        is_suppressed=not is_sure,
    )


def profile_readings(readings: Iterable[WeekReading]) -> list[WeekReading]:
    """
    Return the weighted reading of each persona's week in which every value has one.

    Alignment is ``sum(w V) / sum(w)`` and uncertainty ``sqrt(sum((w s)^2)) / sum(w)``, for
    independent errors; uncertainty is None if that of any value is. The values of a persona are
    those that have a weight in any of its weeks.
    """
    names: dict[str, set[str]] = defaultdict(set)
    weeks: dict[tuple[str, int], list[WeekReading]] = defaultdict(list)
    for reading in readings:
        if reading.profile_weight is None:
            continue
        names[reading.persona_id].add(reading.value_dim)
        if reading.alignment is not None:
            weeks[reading.persona_id, reading.week].append(reading)
    weighted = [
        _weighted(sorted(read, key=lambda reading: reading.value_dim))
        for (persona_id, _), read in weeks.items()
        if len(read) == len(names[persona_id])
    ]
    return [reading for reading in weighted if reading is not None]


def _weighted(read: list[WeekReading]) -> WeekReading | None:
    """Combine the readings of one week, summed in their given order."""
    total = alignment = 0.0
    variance: float | None = 0.0
    for reading in read:
        weight = reading.profile_weight or 0.0
        total += weight
        alignment += weight * (reading.alignment or 0.0)
        if variance is not None:
            spread = reading.uncertainty
            variance = None if spread is None else variance + (weight * spread) * (weight * spread)
    if not total > 0:
        return None
    return WeekReading(
        persona_id=read[0].persona_id,
        week=read[0].week,
        value_dim=PROFILE,
        alignment=alignment / total,
        uncertainty=None if variance is None else math.sqrt(variance) / total,
        profile_weight=None,
    )


def stretches(readings: Iterable[WeekReading], ema_alpha: float) -> Iterator[list[Level]]:
    """
    Yield each run of consecutive weeks with a reading, of one persona and value, in order.

    A missing week ends a stretch, and smoothing starts anew: the first level is the first
    alignment, each further one ``ema_alpha * alignment + (1 - ema_alpha) * level before``.

    >>> of = [WeekReading("p", week, "power", 0.5, None, None) for week in (3, 1, 2, 5)]
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


def crashes(stretch: Sequence[Level], delta: float) -> Iterator[tuple[Level, float]]:
    """
    Yield each week whose level is more than ``delta`` below the previous week, and the drop.

    The first week of a stretch has no previous week, so it is no crash.

    >>> fall = [Level(1, 0.5, None), Level(2, -0.25, 0.1)]
    >>> [(now.week, drop) for now, drop in crashes(fall, 0.5)]
    [(2, 0.75)]
    """
    for before, now in pairwise(stretch):
        drop = before.level - now.level
        if drop > delta:
            yield now, drop


def ruts(stretch: Sequence[Level], tau_low: float, c_min: int) -> Iterator[tuple[Level, int]]:
    """
    Yield each week that is at least the ``c_min``-th in a row below ``tau_low``, with its count.

    >>> low = [Level(week, -0.5, 0.1) for week in (1, 2, 3)]
    >>> [(level.week, week_count) for level, week_count in ruts(low, -0.4, 2)]
    [(2, 2), (3, 3)]
    """
    week_count = 0
    for now in stretch:
        week_count = week_count + 1 if now.level < tau_low else 0
        if week_count >= c_min:
            yield now, week_count
