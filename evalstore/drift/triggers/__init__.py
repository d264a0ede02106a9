"""
The drift triggers: where the readings of a persona's weeks crash or stay low.

The same as ``macros.drift_detections``, to the last bit, for readings that are in no store.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from evalstore.drift.thresholds import Detection, Thresholds
from evalstore.drift.triggers.crash import crashes
from evalstore.drift.triggers.profile import PROFILE, profile_readings
from evalstore.drift.triggers.rut import ruts
from evalstore.drift.triggers.series import Level, Reading, stretches


class Detected(NamedTuple):
    """
    One trigger that fired, as ``facts.drift_detections`` has it.

    ``drop`` is that of a crash, ``weeks`` the length so far of a rut; None in the other.
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


Row = tuple[str, int, str, float | None, float | None, float | None]


def detections(readings: Iterable[Row], detection: Detection) -> list[Detected]:
    """
    Return every trigger that fires, ordered by persona, week, value and trigger.

    ``readings`` are those of one system in one run, in any order: persona_id, week, value_dim,
    alignment, uncertainty, profile_weight; one for each persona, week and value. No reading may
    take the name ``profile``: it is left out.
    """
    rows = [Reading(*row) for row in readings if row[2] != PROFILE]
    if PROFILE in detection.by_value:
        rows += profile_readings(rows)
    series: dict[tuple[str, str], list[Reading]] = defaultdict(list)
    for row in rows:
        series[row.persona_id, row.value_dim].append(row)
    return sorted(
        (
            found
            for (persona_id, value_dim), of_value in series.items()
            for found in _of_series(persona_id, value_dim, of_value, detection)
        ),
        key=lambda found: (found.persona_id, found.week, found.value_dim, found.trigger),
    )


def _of_series(
    persona_id: str, value_dim: str, readings: list[Reading], detection: Detection
) -> Iterator[Detected]:
    limits = detection.by_value.get(value_dim, detection.default)
    for stretch in stretches(readings, detection.ema_alpha):
        for now, drop in crashes(stretch, limits.delta):
            yield _detected(persona_id, value_dim, now, limits, drop=drop)
        for now, week_count in ruts(stretch, limits.tau_low, limits.c_min):
            yield _detected(persona_id, value_dim, now, limits, week_count=week_count)


def _detected(
    persona_id: str,
    value_dim: str,
    now: Level,
    limits: Thresholds,
    drop: float | None = None,
    week_count: int | None = None,
) -> Detected:
    is_sure = now.uncertainty is not None and now.uncertainty < limits.epsilon
    return Detected(
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
