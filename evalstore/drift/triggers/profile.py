"""The profile of a persona: all its values in one reading, each by its weight."""

import math
from collections import defaultdict
from collections.abc import Iterable

from evalstore.drift.triggers.series import Reading

PROFILE = "profile"


def profile_readings(readings: Iterable[Reading]) -> list[Reading]:
    """
    Return the weighted reading of each persona's week in which every value has one.

    Alignment is ``sum(w V) / sum(w)`` and uncertainty ``sqrt(sum((w s)^2)) / sum(w)``, as of
    independent errors; it is None where that of one value is. The values of a persona are those
    that have a weight in any of its weeks.
    """
    names: dict[str, set[str]] = defaultdict(set)
    weeks: dict[tuple[str, int], list[Reading]] = defaultdict(list)
    for reading in readings:
        if reading.profile_weight is None:
            continue
        names[reading.persona_id].add(reading.value_dim)
        if reading.alignment is not None:
            weeks[reading.persona_id, reading.week].append(reading)
    found = [
        _weighted(sorted(read, key=lambda reading: reading.value_dim))
        for (persona_id, _), read in weeks.items()
        if len(read) == len(names[persona_id])
    ]
    return [reading for reading in found if reading is not None]


def _weighted(read: list[Reading]) -> Reading | None:
    """Return the readings of one week as one, added up in the order they have."""
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
    return Reading(
        persona_id=read[0].persona_id,
        week=read[0].week,
        value_dim=PROFILE,
        alignment=alignment / total,
        uncertainty=None if variance is None else math.sqrt(variance) / total,
        profile_weight=None,
    )
