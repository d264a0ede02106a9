"""Intervals of shares of persona-weeks, which are dependent within a persona."""

import math

import numpy as np

from evalstore.statistics.student import quantile
from evalstore.statistics.wilson import wilson
from evalstore.suites.drift.engine.arrays import Flags, Integers, Readings, any_by_week

Interval = tuple[float, float]
PERSONA_COUNT_MIN = 2
# Errors up to this are rounding errors and count as zero.
ROUNDING = 1e-12


def share_interval(is_part: Flags, is_whole: Flags, persona: Integers) -> Interval | None:
    """
    Return the 95 % interval of the share of the part in the whole, clustered by persona.

    ``persona`` is the index of each row's persona; the part must lie in the whole. The interval is
    Student's t with one degree of freedom less than there are personas in the whole, with the
    error of a ratio over personas (Cochran 1977, equation 6.13), clipped to [0, 1]; or Wilson's
    over the personas if all have the same share. Return None for fewer than two personas. The
    metrics of the store compute the same by ``macros.clustered_share_error`` and
    ``macros.clustered_low``.
    """
    _, number = np.unique(persona[is_whole], return_inverse=True)
    wholes = np.bincount(number)
    if len(wholes) < PERSONA_COUNT_MIN:
        return None
    parts = np.bincount(number, weights=is_part[is_whole]).astype(np.int64)
    share = int(parts.sum()) / int(wholes.sum())
    # Integers, so that equal shares give residuals of exactly 0.
    residuals = parts * int(wholes.sum()) - wholes * int(parts.sum())
    squares = sum(int(residual) ** 2 for residual in residuals)
    count = len(wholes)
    error = math.sqrt(squares * count / (count - 1)) / int(wholes.sum()) ** 2
    if error <= ROUNDING:
        return wilson(share * count, count)
    spread = quantile(0.975, count - 1) * error
    return max(0.0, share - spread), min(1.0, share + spread)


def share_intervals(readings: Readings, flags: Flags) -> dict[str, Interval | None]:
    """Return the interval of each rate of ``FlagCounts`` that is a share, for one setting."""
    week_flags = any_by_week(readings, flags[None, :])[0]
    is_known = readings.is_read & (flags | ~readings.is_first)
    is_known_week = readings.week_is_read & (week_flags | ~readings.week_is_first)
    is_flagged = flags & is_known & (readings.is_crisis | readings.is_quiet)
    of_values = {
        "precision": (is_flagged & readings.is_crisis, is_flagged),
        "recall": (flags & is_known & readings.is_crisis, is_known & readings.is_crisis),
    }
    of_weeks = {
        "hit_rate": is_known_week & readings.week_is_crisis,
        "false_positive_rate": is_known_week & readings.week_is_quiet,
    }
    return {
        **{
            name: share_interval(week_flags & is_whole, is_whole, readings.week_persona)
            for name, is_whole in of_weeks.items()
        },
        **{
            name: share_interval(is_part, is_whole, readings.persona)
            for name, (is_part, is_whole) in of_values.items()
        },
    }
