"""
Sensitivity of profile-level detection to the profile weights.

Weights are self-reported and may be wrong. They are resampled around their values, or two
neighbours in rank are swapped, and the detection is repeated for each draw.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from evalstore.suites.drift.engine.arrays import Flags, Floats, Integers, Readings, series_of
from evalstore.suites.drift.engine.figures import number
from evalstore.suites.drift.engine.thresholds import Thresholds

LOW_PERCENT, HIGH_PERCENT = 2.5, 97.5


@dataclass(frozen=True, slots=True, eq=False)
class Profiles:
    """
    The weights of all personas, one per persona and value, and the readings they belong to.

    ``ranked`` contains indices into ``weight`` ordered by persona and descending weight; those of
    a persona are ``count`` indices from ``start``. ``of_reading`` is the index of each reading's
    weight.
    """

    weight: Floats
    ranked: Integers
    start: Integers
    count: Integers
    of_reading: Integers


@dataclass(frozen=True, slots=True, eq=False)
class PerturbedRates:
    """Rates of every draw, NaN if undefined, and the share of known flags that changed."""

    hit_rate: Floats
    false_positive_rate: Floats
    changed_share: Floats

    def summary(self) -> dict[str, object]:
        """Return the median and the central 95 % range of each rate."""
        return {
            "draw_count": len(self.hit_rate),
            "hit_rate": _range(self.hit_rate),
            "false_positive_rate": _range(self.false_positive_rate),
            "changed_share": _range(self.changed_share),
        }


def profiles_of(readings: Readings) -> Profiles:
    """Return the profiles; if a weight differs between weeks, that of the first week."""
    key = readings.persona * len(readings.value_dims) + readings.value
    keys, of_reading = np.unique(key, return_inverse=True)
    # Assigned from the last week to the first, so that the first week's weight remains.
    [weighted] = np.nonzero(~np.isnan(readings.weight))
    weight = np.zeros(len(keys))
    weight[of_reading[weighted[::-1]]] = readings.weight[weighted[::-1]]
    persona = keys // max(len(readings.value_dims), 1)
    _, start, count = np.unique(persona, return_index=True, return_counts=True)
    return Profiles(weight, np.lexsort((-weight, persona)), start, count, of_reading)


def dirichlet(
    profiles: Profiles, concentration: float, rng: np.random.Generator
) -> Callable[[], Floats]:
    """
    Return a sampler of weights: Dirichlet with ``concentration`` times the profile's weights.

    The standard deviation of a weight w is sqrt(w (1 - w) / (concentration + 1)).
    """
    return lambda: rng.standard_gamma(concentration * profiles.weight)


def rank_swap(profiles: Profiles, rng: np.random.Generator) -> Callable[[], Floats]:
    """Return a sampler that swaps two weights adjacent in rank for each persona."""
    has_pair = profiles.count > 1
    start, pair_count = profiles.start[has_pair], profiles.count[has_pair] - 1

    def draw() -> Floats:
        upper = start + np.floor(rng.random(len(start)) * pair_count).astype(np.int64)
        first, other = profiles.ranked[upper], profiles.ranked[upper + 1]
        weight = profiles.weight.copy()
        weight[first], weight[other] = profiles.weight[other], profiles.weight[first]
        return weight

    return draw


def profile_readings(readings: Readings, weight: Floats) -> tuple[Floats, Floats]:
    """
    Return the profile's alignment and uncertainty by persona-week; NaN if any is unknown.

    Alignment is the weighted mean of the values' readings; its uncertainty assumes independent
    errors. ``weight`` has one entry per reading; weights need not sum to 1.
    """
    is_weighted = ~np.isnan(readings.weight)
    is_used = is_weighted & readings.is_read

    def summed(items: Floats) -> Floats:
        used = np.where(is_used, items, 0.0)
        sums = np.bincount(readings.persona_week, used, len(readings.week_persona))
        return sums.astype(np.float64)

    # A persona's values are those with a weight in any week; a week that lacks one has no reading.
    pairs = np.stack([readings.persona[is_weighted], readings.value[is_weighted]])
    value_counts = np.bincount(np.unique(pairs, axis=1)[0], minlength=len(readings.persona_ids))
    is_whole = summed(np.ones(len(weight))) == value_counts[readings.week_persona]
    total = summed(weight)
    total = np.where(is_whole & (total > 0), total, np.nan)
    alignment: Floats = summed(weight * readings.alignment) / total
    uncertainty: Floats = np.sqrt(summed((weight * readings.uncertainty) ** 2)) / total
    return alignment, uncertainty


@dataclass(frozen=True, slots=True, eq=False)
class ProfileFlags:
    """Flags of the profile by persona-week, and whether they are known."""

    is_flagged: Flags
    is_known: Flags

    def rates(self, readings: Readings) -> tuple[float, float]:
        """Return hit rate and false positive rate; NaN without such weeks."""
        rates = [
            (self.is_flagged & among).sum() / among.sum() if among.any() else np.nan
            for among in (
                self.is_known & readings.week_is_crisis,
                self.is_known & readings.week_is_quiet,
            )
        ]
        return float(rates[0]), float(rates[1])

    def counts(self, readings: Readings) -> dict[str, int]:
        """Return the number of weeks in each denominator."""
        return {
            "crisis_week_count": int((self.is_known & readings.week_is_crisis).sum()),
            "quiet_week_count": int((self.is_known & readings.week_is_quiet).sum()),
        }


def flag_profiles(
    readings: Readings, weight: Floats, thresholds: Thresholds, ema_alpha: float = 1.0
) -> ProfileFlags:
    """Flag the persona-weeks of the profile under these weights."""
    alignment, uncertainty = profile_readings(readings, weight)
    series = series_of(readings.week_persona, readings.week_number, alignment, ema_alpha)
    is_fired = series.drop > thresholds.delta
    is_fired |= series.low_weeks(thresholds.tau_low) >= thresholds.c_min
    is_flagged = is_fired & (uncertainty < thresholds.epsilon)
    is_known = ~np.isnan(alignment) & (is_flagged | ~readings.week_is_first)
    return ProfileFlags(is_flagged, is_known)


def draws(
    readings: Readings,
    profiles: Profiles,
    draw: Callable[[], Floats],
    count: int,
    thresholds: Thresholds,
    ema_alpha: float = 1.0,
) -> Iterator[tuple[float, float, float]]:
    """Yield hit rate, false positive rate and share of changed flags of ``count`` draws."""
    before = flag_profiles(readings, readings.weight, thresholds, ema_alpha)
    for _ in range(count):
        after = flag_profiles(readings, draw()[profiles.of_reading], thresholds, ema_alpha)
        is_known = before.is_known & after.is_known
        is_changed = is_known & (before.is_flagged != after.is_flagged)
        share = is_changed.sum() / is_known.sum() if is_known.any() else np.nan
        yield (*after.rates(readings), float(share))


def perturbed_rates(rates: list[tuple[float, float, float]]) -> PerturbedRates:
    """Return the rates of all draws, one array per rate."""
    columns = np.array(rates, np.float64).reshape(-1, 3).T
    return PerturbedRates(*columns)


def _range(values: Floats) -> dict[str, object]:
    defined = values[~np.isnan(values)]
    if not len(defined):
        return {"median": None, "low": None, "high": None, "undefined_count": len(values)}
    low, median, high = np.percentile(defined, (LOW_PERCENT, 50, HIGH_PERCENT))
    return {
        "median": number(median),
        "low": number(low),
        "high": number(high),
        "undefined_count": len(values) - len(defined),
    }
