"""
Grid search over trigger thresholds.

A crash depends on delta alone and a rut on tau_low and c_min, so flags of either are counted as
crashes + ruts - both, and "both" of all pairs is one matrix product, once per epsilon.
Counts are integers and exact.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from evalstore.base.phrases import counted
from evalstore.errors import UsageError
from evalstore.suites.drift.engine.arrays import (
    Flags,
    Integers,
    LevelSeries,
    Readings,
    any_by_week,
    series_of_values,
)
from evalstore.suites.drift.engine.figures import FlagCounts, joined
from evalstore.suites.drift.engine.thresholds import Thresholds

# Integers up to here are exact in single precision, which is twice as fast.
SINGLE_EXACT_MAX = 2**24
OTHERS_MAX = 500
SETTINGS_MAX = 1_000_000
RUT_WEEKS_MIN = 2


@dataclass(frozen=True, slots=True)
class Grid:
    """
    The candidate values of each threshold; all combinations are tried.

    The default has 12,096 settings: drops from 0.1 to 1.8 (at most 2 is possible), ruts of two
    weeks or more, and limits of uncertainty from nearly closed to open.
    """

    delta: tuple[float, ...] = tuple(step / 10 for step in range(1, 19))
    tau_low: tuple[float, ...] = tuple(step / 10 for step in range(-9, 3))
    c_min: tuple[int, ...] = (2, 3, 4, 5)
    epsilon: tuple[float, ...] = (0.1, 0.2, 0.3, *(step / 20 for step in range(8, 17)), 0.9, 1.0)

    def __post_init__(self) -> None:
        """Raise UsageError for a threshold without values, or for too many settings."""
        for name in ("delta", "tau_low", "c_min", "epsilon"):
            if not getattr(self, name):
                raise UsageError(
                    f"the grid has no value of {name}, expected at least one; name one"
                )
        if self.setting_count > SETTINGS_MAX:
            raise UsageError(
                f"the grid has {self.setting_count:,} settings; expected at most "
                f"{SETTINGS_MAX:,}: name fewer values or larger steps"
            )

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Return the number of values of epsilon, delta, tau_low and c_min."""
        return len(self.epsilon), len(self.delta), len(self.tau_low), len(self.c_min)

    @property
    def setting_count(self) -> int:
        """Return the number of combinations."""
        return int(np.prod(self.shape))

    def settings(self) -> list[Thresholds]:
        """Return all combinations, in the order of the flattened counts."""
        combined = product(self.epsilon, self.delta, self.tau_low, self.c_min)
        return [
            Thresholds(delta=delta, tau_low=tau_low, c_min=c_min, epsilon=epsilon)
            for epsilon, delta, tau_low, c_min in combined
        ]

    def edges(self, chosen: Thresholds) -> list[str]:
        """
        Return the thresholds chosen at an edge of the grid.

        A better value may lie beyond. A single candidate has no edge, and two weeks are the
        shortest possible rut.
        """
        named: dict[str, Sequence[float]] = {
            "delta": self.delta,
            "tau_low": self.tau_low,
            "c_min": self.c_min,
            "epsilon": self.epsilon,
        }
        return [
            name
            for name, values in named.items()
            if len(set(values)) > 1
            and getattr(chosen, name) in {min(values), max(values)}
            and not (name == "c_min" and chosen.c_min == RUT_WEEKS_MIN < max(values))
        ]


@dataclass(frozen=True, slots=True)
class Choice:
    """
    The chosen setting, or None with the ``reason``.

    ``is_undefined`` is True if the figures to choose by are undefined, and False if no setting is
    good enough.
    """

    place: int | None
    reason: str
    is_undefined: bool = False


def search(
    readings: Readings,
    grid: Grid,
    ema_alpha: float = 1.0,
    on_epsilon: Callable[[], None] = lambda: None,
) -> FlagCounts:
    """
    Return the counts of every setting of the grid, flat, in the order of its settings.

    ``on_epsilon`` is called after each value of epsilon.
    """
    series = series_of_values(readings, ema_alpha)
    crashes, ruts = _crashes(series, grid), _ruts(series, grid)
    parts = []
    for epsilon in grid.epsilon:
        is_sure = readings.uncertainty < epsilon
        parts.append(_of_gate(readings, crashes & is_sure, ruts & is_sure))
        on_epsilon()
    return joined(parts)


def choose(
    counts: FlagCounts, settings: Sequence[Thresholds], false_positive_rate_limit: float
) -> Choice:
    """
    Choose the setting of highest f1 whose false positive rate is below the limit.

    Ties go to the lower false positive rate, then to the more conservative setting: the larger
    delta, the lower tau_low, the larger c_min, the smaller epsilon, in this order.
    """
    f1, rate = counts.f1, counts.false_positive_rate
    if np.isnan(rate).all():
        reason = "no quiet week has a known flag, so there is no false positive rate"
        return Choice(None, reason, is_undefined=True)
    if not counts.crisis_count.any():
        reason = "no reading with a known flag is of a value in crisis"
        return Choice(None, reason, is_undefined=True)
    [allowed] = np.nonzero(rate < false_positive_rate_limit)
    if not len(allowed):
        lowest = float(np.nanmin(rate))
        return Choice(
            None,
            f"no setting has a false positive rate below {false_positive_rate_limit:g}; "
            f"the lowest is {lowest:.4g}",
        )
    if not counts.true_positive_count[allowed].any():
        return Choice(
            None,
            f"no setting with a false positive rate below {false_positive_rate_limit:g} "
            "flags any value in crisis",
        )
    columns = [
        np.array([getattr(settings[place], name) * sign for place in allowed.tolist()])
        for name, sign in (("epsilon", 1), ("c_min", -1), ("tau_low", 1), ("delta", -1))
    ]
    order = np.lexsort((*columns, rate[allowed], -f1[allowed]))
    place = int(allowed[order[0]])
    tied_count = int((f1[allowed] == f1[place]).sum())
    return Choice(
        place,
        f"the highest f1 of {counted(len(allowed), 'setting')} with a false positive rate below "
        f"{false_positive_rate_limit:g}" + (f", one of {tied_count}" if tied_count > 1 else ""),
    )


def flagged(readings: Readings, by_value: Sequence[Thresholds], ema_alpha: float = 1.0) -> Flags:
    """Return for each reading whether it is flagged by the setting of its value."""
    series = series_of_values(readings, ema_alpha)
    flags = np.zeros(len(readings.value), bool)
    for number, thresholds in enumerate(by_value):
        is_fired = series.drop > thresholds.delta
        is_fired |= series.low_weeks(thresholds.tau_low) >= thresholds.c_min
        is_fired &= readings.uncertainty < thresholds.epsilon
        flags |= is_fired & (readings.value == number)
    return flags


def pareto(counts: FlagCounts) -> list[int]:
    """
    Return the Pareto front: indices of settings with the best f1 for their false positive rate.

    They are ordered by ascending false positive rate; of settings with equal figures, the first.
    """
    f1, rate = counts.f1, counts.false_positive_rate
    [places] = np.nonzero(~np.isnan(f1) & ~np.isnan(rate))
    front: list[int] = []
    for place in places[np.lexsort((places, -f1[places], rate[places]))]:
        if not front or f1[place] > f1[front[-1]]:
            front.append(int(place))
    return front


def others(counts: FlagCounts, front: Sequence[int], count_max: int = OTHERS_MAX) -> list[int]:
    """Return indices of other settings with distinct figures, evenly thinned to ``count_max``."""
    f1, rate = counts.f1, counts.false_positive_rate
    seen = {(f1[place], rate[place]) for place in front}
    distinct = []
    for place in np.nonzero(~np.isnan(f1) & ~np.isnan(rate))[0]:
        if (f1[place], rate[place]) not in seen:
            seen.add((f1[place], rate[place]))
            distinct.append(int(place))
    if len(distinct) <= count_max:
        return distinct
    kept = np.linspace(0, len(distinct) - 1, count_max).round().astype(int)
    return [distinct[place] for place in kept]


def _crashes(series: LevelSeries, grid: Grid) -> Flags:
    """Return crash flags: settings of delta by readings."""
    return series.drop[None, :] > np.array(grid.delta)[:, None]


def _ruts(series: LevelSeries, grid: Grid) -> Flags:
    """Return rut flags: settings of tau_low and c_min by readings."""
    weeks = np.stack([series.low_weeks(tau_low) for tau_low in grid.tau_low])
    flags = weeks[:, None, :] >= np.array(grid.c_min)[None, :, None]
    return flags.reshape(-1, weeks.shape[1])


def _of_gate(readings: Readings, crashes: Flags, ruts: Flags) -> FlagCounts:
    """Count every pair of crash and rut settings, without suppressed flags."""
    crash_weeks, rut_weeks = any_by_week(readings, crashes), any_by_week(readings, ruts)
    is_first, week_is_first = readings.is_first, readings.week_is_first
    is_read, week_is_read = readings.is_read, readings.week_is_read
    parts = [
        *_fired_and_known(crashes, ruts, readings.is_crisis & is_read, is_first),
        *_fired_and_known(crashes, ruts, readings.is_quiet & is_read, is_first),
        *_fired_and_known(
            crash_weeks, rut_weeks, readings.week_is_crisis & week_is_read, week_is_first
        ),
        *_fired_and_known(
            crash_weeks, rut_weeks, readings.week_is_quiet & week_is_read, week_is_first
        ),
    ]
    return FlagCounts(*parts)


def _fired_and_known(
    crashes: Flags, ruts: Flags, is_counted: Flags, is_first: Flags
) -> tuple[Integers, Integers]:
    """Return the number of counted readings that fire and that are known, for each pair."""
    after, first = is_counted & ~is_first, is_counted & is_first
    fired_after = _either(crashes[:, after], ruts[:, after]).ravel()
    # In a first week a flag is known only if a trigger fired.
    fired_first = _either(crashes[:, first], ruts[:, first]).ravel()
    return fired_after + fired_first, fired_first + int(after.sum())


def _either(crashes: Flags, ruts: Flags) -> Integers:
    """Return, for each pair of settings, the number of places where either fires."""
    kind: type[np.floating[Any]] = np.float32
    if crashes.shape[1] > SINGLE_EXACT_MAX:
        kind = np.float64
    both = np.matmul(crashes.astype(kind), ruts.astype(kind).T).astype(np.int64)
    fired: Integers = crashes.sum(axis=1)[:, None] + ruts.sum(axis=1)[None, :] - both
    return fired
