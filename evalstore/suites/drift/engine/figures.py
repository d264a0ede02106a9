"""
Detection counts and rates of many settings at once.

A flag is unknown without a reading, and in a persona's first week unless a trigger fired: a crash
needs a previous week. Unknown flags count neither as hits nor as misses.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from evalstore.suites.drift.engine.arrays import Flags, Floats, Integers, Readings, any_by_week


@dataclass(frozen=True, slots=True, eq=False)
class FlagCounts:
    """
    Counts by setting, over readings whose flag and label are known.

    The first four count values: flagged and in crisis, in crisis, flagged and quiet, quiet. The
    others count persona-weeks in the same way; a week is flagged if any value is.
    """

    true_positive_count: Integers
    crisis_count: Integers
    false_positive_count: Integers
    quiet_count: Integers
    hit_count: Integers
    crisis_week_count: Integers
    false_alarm_count: Integers
    quiet_week_count: Integers

    @property
    def precision(self) -> Floats:
        """Return the share of flagged values that are in crisis; NaN if none is flagged."""
        flagged_count = self.true_positive_count + self.false_positive_count
        return ratio(self.true_positive_count, flagged_count)

    @property
    def recall(self) -> Floats:
        """Return the share of values in crisis that are flagged; NaN if none is in crisis."""
        return ratio(self.true_positive_count, self.crisis_count)

    @property
    def f1(self) -> Floats:
        """Return 2 TP / (2 TP + FP + FN); NaN if that is 0/0."""
        divisor = self.true_positive_count + self.false_positive_count + self.crisis_count
        return ratio(2 * self.true_positive_count, divisor)

    @property
    def hit_rate(self) -> Floats:
        """Return the share of crisis weeks that are flagged; NaN without crisis weeks."""
        return ratio(self.hit_count, self.crisis_week_count)

    @property
    def false_positive_rate(self) -> Floats:
        """Return the share of quiet weeks that are flagged; NaN without quiet weeks."""
        return ratio(self.false_alarm_count, self.quiet_week_count)

    def figures(self, place: int) -> dict[str, object]:
        """Return rates and counts of one setting; undefined rates are None."""
        return {
            "hit_rate": number(self.hit_rate[place]),
            "false_positive_rate": number(self.false_positive_rate[place]),
            "precision": number(self.precision[place]),
            "recall": number(self.recall[place]),
            "f1": number(self.f1[place]),
            **{item.name: int(getattr(self, item.name)[place]) for item in fields(self)},
        }


def counts_of(readings: Readings, flags: Flags, week_flags: Flags | None = None) -> FlagCounts:
    """
    Return the counts of flags: settings by readings, and settings by persona-weeks.

    A persona-week is flagged if any of its readings is, unless ``week_flags`` is passed.
    """
    if week_flags is None:
        week_flags = any_by_week(readings, flags)
    is_known = readings.is_read & (flags | ~readings.is_first)
    is_known_week = readings.week_is_read & (week_flags | ~readings.week_is_first)
    return FlagCounts(
        true_positive_count=(flags & is_known & readings.is_crisis).sum(axis=1),
        crisis_count=(is_known & readings.is_crisis).sum(axis=1),
        false_positive_count=(flags & is_known & readings.is_quiet).sum(axis=1),
        quiet_count=(is_known & readings.is_quiet).sum(axis=1),
        hit_count=(week_flags & is_known_week & readings.week_is_crisis).sum(axis=1),
        crisis_week_count=(is_known_week & readings.week_is_crisis).sum(axis=1),
        false_alarm_count=(week_flags & is_known_week & readings.week_is_quiet).sum(axis=1),
        quiet_week_count=(is_known_week & readings.week_is_quiet).sum(axis=1),
    )


def joined(parts: Sequence[FlagCounts]) -> FlagCounts:
    """Return the counts of all parts, one after the other."""
    return FlagCounts(
        **{
            item.name: np.concatenate([getattr(part, item.name) for part in parts])
            for item in fields(FlagCounts)
        }
    )


def ratio(numerator: Integers, denominator: Integers) -> Floats:
    """Return quotients, NaN if the denominator is 0."""
    quotients: Floats = np.full(len(denominator), np.nan)
    np.divide(numerator, denominator, out=quotients, where=denominator != 0)
    return quotients


def number(value: float) -> float | None:
    """
    Return a float; None for NaN.

    >>> number(0.5), number(float("nan"))
    (0.5, None)
    """
    return None if np.isnan(value) else float(value)
