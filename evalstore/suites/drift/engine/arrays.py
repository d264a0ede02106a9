"""
Readings of a critic as arrays, and vectorized trigger conditions.

The rules are those of ``triggers``, which evaluates one reading at a time; a grid search and
thousands of perturbed profiles need them for all readings at once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]


class ReadingRow(NamedTuple):
    """
    The reading of a value in a persona's week, with its labels.

    ``value_dim`` is None in a week without a reading. ``is_crisis`` is the label of the value,
    ``is_crisis_week`` that of the week; None if unlabelled. ``weight`` is
    that of the value in the persona's profile.
    """

    persona_id: str
    week: int
    value_dim: str | None
    alignment: float | None
    uncertainty: float | None
    is_crisis: bool | None
    is_crisis_week: bool | None
    weight: float | None = None
    is_bimodal: bool | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """
    Readings in the order of persona, value and week, and the persona-weeks they belong to.

    Arrays are parallel by reading; those with prefix ``week_`` by persona-week. NaN is an unknown
    alignment or uncertainty; an unlabelled reading is neither crisis nor quiet.
    """

    persona_ids: tuple[str, ...]
    value_dims: tuple[str, ...]
    persona: Integers
    value: Integers
    week: Integers
    persona_week: Integers
    alignment: Floats
    uncertainty: Floats
    weight: Floats
    is_crisis: Flags
    is_quiet: Flags
    is_first: Flags
    week_persona: Integers
    week_number: Integers
    week_is_crisis: Flags
    week_is_quiet: Flags
    week_is_first: Flags

    @property
    def is_read(self) -> Flags:
        """Return for each reading whether its alignment is known."""
        flags: Flags = ~np.isnan(self.alignment)
        return flags

    @property
    def week_is_read(self) -> Flags:
        """Return for each persona-week whether it has any reading."""
        flags: Flags = any_by_week(self, self.is_read[None, :])[0]
        return flags

    def of_value(self, value_dim: str) -> "Readings":
        """Return the readings of one value; week labels are then those of that value."""
        is_kept = self.value == self.value_dims.index(value_dim)
        kept = {
            name: getattr(self, name)[is_kept]
            for name in ("persona", "value", "week", "persona_week", "alignment", "uncertainty",
                         "weight", "is_crisis", "is_quiet", "is_first")
        }  # fmt: skip
        weeks = {name: np.zeros(len(self.week_persona), bool) for name in ("crisis", "quiet")}
        weeks["crisis"][kept["persona_week"][kept["is_crisis"]]] = True
        weeks["quiet"][kept["persona_week"][kept["is_quiet"]]] = True
        return replace(self, **kept, week_is_crisis=weeks["crisis"], week_is_quiet=weeks["quiet"])


def readings_of(rows: Iterable[ReadingRow]) -> Readings:
    """Return rows, in any order, as arrays; any row of a week gives the week's label."""
    ordered = sorted(set(rows), key=lambda row: (row.persona_id, row.value_dim or "", row.week))
    truths = {(row.persona_id, row.week): row.is_crisis_week for row in ordered}
    weeks = sorted(truths)
    persona_ids = tuple(sorted({persona_id for persona_id, _ in weeks}))
    number_of = {persona_id: number for number, persona_id in enumerate(persona_ids)}
    week_of = {week: number for number, week in enumerate(weeks)}
    # In reversed order the first week of a persona is assigned last, and stays.
    firsts = dict(reversed(weeks))
    read = [row for row in ordered if row.value_dim is not None]
    value_dims = tuple(sorted({str(row.value_dim) for row in read}))
    value_of = {value_dim: number for number, value_dim in enumerate(value_dims)}
    return Readings(
        persona_ids=persona_ids,
        value_dims=value_dims,
        persona=_integers([number_of[row.persona_id] for row in read]),
        value=_integers([value_of[str(row.value_dim)] for row in read]),
        week=_integers([row.week for row in read]),
        persona_week=_integers([week_of[row.persona_id, row.week] for row in read]),
        alignment=_floats([row.alignment for row in read]),
        uncertainty=_floats([row.uncertainty for row in read]),
        weight=_floats([row.weight for row in read]),
        is_crisis=_flags([row.is_crisis is True for row in read]),
        is_quiet=_flags([row.is_crisis is False for row in read]),
        is_first=_flags([firsts[row.persona_id] == row.week for row in read]),
        week_persona=_integers([number_of[persona_id] for persona_id, _ in weeks]),
        week_number=_integers([week for _, week in weeks]),
        week_is_crisis=_flags([truths[week] is True for week in weeks]),
        week_is_quiet=_flags([truths[week] is False for week in weeks]),
        week_is_first=_flags([firsts[persona_id] == week for persona_id, week in weeks]),
    )


@dataclass(frozen=True, slots=True, eq=False)
class LevelSeries:
    """
    Levels of readings in the order of their series.

    ``is_start`` marks the first reading of each stretch, a run of weeks without a gap. ``drop``
    is the previous week's level minus this week's, NaN at the start of a stretch.
    """

    is_start: Flags
    level: Floats
    drop: Floats

    def low_weeks(self, tau_low: float) -> Integers:
        """Return the number of consecutive weeks up to this one with a level below ``tau_low``."""
        places = np.arange(len(self.level))
        is_low = self.level < tau_low
        ended = np.where(is_low, np.where(self.is_start, places - 1, -1), places)
        return places - np.maximum.accumulate(ended) if len(ended) else places


def series_of(
    key: Integers, week: Integers, alignment: Floats, ema_alpha: float = 1.0
) -> LevelSeries:
    """
    Return the levels of the series identified by ``key``; rows must be ordered by key and week.

    A missing or unread week ends a stretch, and smoothing restarts after it.
    """
    is_start = np.ones(len(key), bool)
    is_start[1:] = (
        (key[1:] != key[:-1])
        | (week[1:] != week[:-1] + 1)
        | np.isnan(alignment[1:])
        | np.isnan(alignment[:-1])
    )
    level = alignment.copy()
    if ema_alpha < 1:
        places = np.arange(len(key))
        since = places - np.maximum.accumulate(np.where(is_start, places, 0))
        for step in range(1, int(since.max(initial=0)) + 1):
            [rows] = np.nonzero(since == step)
            level[rows] = ema_alpha * alignment[rows] + (1 - ema_alpha) * level[rows - 1]
    drop = np.full(len(key), np.nan)
    drop[1:] = np.where(is_start[1:], np.nan, level[:-1] - level[1:])
    return LevelSeries(is_start, level, drop)


def series_of_values(readings: Readings, ema_alpha: float = 1.0) -> LevelSeries:
    """Return the levels of every persona and value."""
    key = readings.persona * len(readings.value_dims) + readings.value
    return series_of(key, readings.week, readings.alignment, ema_alpha)


def any_by_week(readings: Readings, flags: Flags) -> Flags:
    """Return, for each row, whether any reading of a persona-week is flagged."""
    week_flags = np.zeros((len(flags), len(readings.week_persona)), bool)
    if len(readings.persona_week):
        order = np.argsort(readings.persona_week, kind="stable")
        weeks, starts = np.unique(readings.persona_week[order], return_index=True)
        week_flags[:, weeks] = np.logical_or.reduceat(flags[:, order], starts, axis=1)
    return week_flags


def _integers(items: Sequence[int]) -> Integers:
    return np.array(items, np.int64)


def _floats(items: Sequence[float | None]) -> Floats:
    return np.array([np.nan if item is None else item for item in items], np.float64)


def _flags(items: Sequence[bool]) -> Flags:
    return np.array(items, np.bool_)
