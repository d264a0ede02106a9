"""Adaptive thresholds, computed from a metric's values in earlier runs."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import replace

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.gates.baseline import flaws_of
from evalstore.gates.gate import ALARM_RUNS_MIN, Adaptive, Gate
from evalstore.gates.levels import Levels, WeightedHistory, levels_of, weighted_history
from evalstore.gates.measured import Measured
from evalstore.metrics.catalog import catalog
from evalstore.statistics import student
from evalstore.statistics.paired import Side
from evalstore.store.query.queries import select_metrics
from evalstore.store.query.reader import Reader
from evalstore.store.query.run_range import listed_parts, run_range

# System, validator, slice name, slice value and variant of a row.
Key = tuple[str, ...]


class EarlierValues:
    """The earlier values of the metrics that adaptive gates read."""

    def __init__(self, reader: Reader, run_id: str) -> None:
        self._reader = reader
        self._run_id = run_id
        self._values: dict[str, dict[Key, list[tuple[float, int]]]] = {}
        self._levels: dict[str, list[dict[Key, Levels]]] = {}
        self._windows: dict[Adaptive, tuple[list[str], list[str]]] = {}

    def values(self, gate: Gate, rule: Adaptive, measured: Measured) -> list[tuple[float, int]]:
        """Return value and cases of the row in each earlier run of the window, newest first."""
        if gate.gate_id not in self._values:
            self._values[gate.gate_id] = self._read(gate, rule)
        return self._values[gate.gate_id].get(_key(measured), [])

    def weighted(self, gate: Gate, rule: Adaptive, measured: Measured) -> WeightedHistory | str:
        """
        Return the row's earlier values, reweighted to this run's mix of levels.

        If there are too few to compare with, return the reason as text.
        """
        if gate.gate_id not in self._levels:
            run_ids = [self._run_id, *self.run_ids(rule)]
            self._levels[gate.gate_id] = levels_of(self._reader, gate, str(rule.by), run_ids)
        key = (measured.system_id, measured.validator_id, measured.variant)
        levels, *earlier = [by_row.get(key, {}) for by_row in self._levels[gate.gate_id]]
        return weighted_history(gate, rule, measured, levels, earlier)

    def bounded(self, gate: Gate, rule: Adaptive, measured: Measured) -> Gate | str:
        """Return the gate with its threshold for this row, or a reason if it has none."""
        if rule.by is None:
            earlier = self.values(gate, rule, measured)
            values = [value for value, _ in earlier]
            counts = [count for _, count in earlier]
            return bounded(gate, rule, values, counts, measured.scored_count)
        history = self.weighted(gate, rule, measured)
        if isinstance(history, str):
            return history
        weighted = bounded(gate, rule, list(history.values))
        if isinstance(weighted, str):
            return weighted
        words = f"{weighted.rule}, each with this run's mix by {rule.by}: {history.mix}"
        return replace(weighted, rule=words)

    def sides(self, rule: Adaptive, measured: Measured) -> list[Side]:
        """Return the measured system as a side of this run and of each run in the window."""
        run_ids = [self._run_id, *self.run_ids(rule)]
        return [Side(run_id, measured.system_id) for run_id in run_ids]

    def run_ids(self, rule: Adaptive) -> list[str]:
        """Return the runs of a rule's window, newest first; incomplete runs are skipped."""
        return self._window(rule)[0]

    def not_whole(self, rule: Adaptive) -> list[str]:
        """Return the runs that a rule's window skips because they are incomplete."""
        return self._window(rule)[1]

    def _window(self, rule: Adaptive) -> tuple[list[str], list[str]]:
        if rule not in self._windows:
            rows = self._reader.rows(
                sql_files.read("sql/queries/history"), run_id=self._run_id, branch=rule.branch
            )
            self._windows[rule] = self._divided([str(row["run_id"]) for row in rows], rule)
        return self._windows[rule]

    def _divided(self, run_ids: list[str], rule: Adaptive) -> tuple[list[str], list[str]]:
        """Return the first complete runs of a list, as many as the rule has, and those skipped."""
        whole: list[str] = []
        not_whole: list[str] = []
        first = 0
        while len(whole) < rule.run_count and first < len(run_ids):
            # No more at once than are missing: the runs after the window are not read.
            part = run_ids[first : first + rule.run_count - len(whole)]
            flaws = flaws_of(self._reader, part)
            for run_id in part:
                (not_whole if flaws[run_id] else whole).append(run_id)
            first += len(part)
        return whole, not_whole

    def _read(self, gate: Gate, rule: Adaptive) -> dict[Key, list[tuple[float, int]]]:
        run_ids = self.run_ids(rule)
        select_metrics(self._reader, gate.metric, chosen=gate.chosen)
        by_run: dict[str, list[tuple[Key, tuple[float, int]]]] = {}
        for part in listed_parts(run_ids):
            _, rows = self._reader.table(
                sql_files.read("sql/queries/earlier_values"),
                {
                    **run_range(part),
                    "system_id": gate.system_id,
                    "validator_id": gate.validator_id,
                    "slice_name": gate.slice_name,
                    "slice_value": gate.slice_value,
                    "variant": gate.variant,
                },
            )
            for run_id, *key, value, count in rows:
                row = tuple(map(str, key)), (float(str(value)), int(str(count)))
                by_run.setdefault(str(run_id), []).append(row)
        values: dict[Key, list[tuple[float, int]]] = {}
        for run_id in run_ids:
            for row_key, value_of_count in by_run.get(run_id, []):
                values.setdefault(row_key, []).append(value_of_count)
        return values


def bounded(
    gate: Gate,
    rule: Adaptive,
    values: list[float],
    counts: Sequence[int] = (),
    scored_count: int = 0,
) -> Gate | str:
    """
    Return the gate with its threshold, or a reason if there are too few earlier values.

    The threshold lies ``sigmas`` sample standard deviations from the mean, on the worse side; with
    ``alarm``, the reach of ``alarm_reach``. ``counts`` are the cases of each value, and
    ``scored_count`` those of this run.
    """
    needed = rule.run_count_min if rule.alarm is None else max(rule.run_count_min, ALARM_RUNS_MIN)
    if len(values) < needed:
        return (
            f"{counted(len(values), 'earlier run has', 'earlier runs have')} {gate.metric}, at "
            f"least {needed} are needed for an adaptive threshold"
        )
    deviation = statistics.stdev(values)
    # If all values are equal, a rounding error in the mean would fail an unchanged value.
    mean = statistics.fmean(values) if deviation else values[0]
    metric = catalog()[gate.metric]
    is_lower_better = metric.better == "lower"
    side = "plus" if is_lower_better else "minus"
    if rule.alarm is None:
        reach = rule.sigmas * deviation
        words = f"mean {mean:.6g} {side} {rule.sigmas:g} standard deviations of {deviation:.3g}"
    else:
        excess, skew = 0.0, 0.0
        if metric.bounds == (0.0, 1.0):
            excess = excess_variance(mean, counts, scored_count)
            skew = tail_skew(mean, scored_count) * (1 if is_lower_better else -1)
        reach = alarm_reach(rule.alarm, deviation, len(values), excess, skew)
        missed = f"which {rule.alarm:g} of unchanged runs miss"
        if not deviation:
            missed = "of which the rate of alarms is unknown, since no value differed"
        words = f"mean {mean:.6g} {side} {reach:.3g}, {missed}"
    threshold = mean + reach * (1 if is_lower_better else -1)
    words = f"{words}, over {len(values)} runs"
    if is_lower_better:
        return replace(gate, maximum=threshold, rule=words)
    return replace(gate, minimum=threshold, rule=words)


def alarm_reach(
    alarm: float, deviation: float, run_count: int, excess: float, skew: float = 0.0
) -> float:
    """
    Return how far from the mean of earlier runs the next value lies with probability ``alarm``.

    It is the one-sided prediction bound of Student's t, with the ``excess`` variance of a run that
    has fewer cases than those, and further out by the ``skew`` of a value towards the worse side,
    if it is above 0. Sources: Hahn (1970), Statistical intervals for a normal population; Cornish
    and Fisher (1938), Moments and cumulants in the specification of distributions, first term.

    >>> round(alarm_reach(0.01, 0.02, 10, 0.0), 5), round(alarm_reach(0.01, 0.02, 10, 0.0, 0.2), 5)
    (0.05918, 0.06405)
    """
    variance = deviation * deviation * (1.0 + 1.0 / run_count) + excess
    quantile = student.quantile(1.0 - alarm, run_count - 1)
    further = max(0.0, skew) / 6.0 * max(0.0, quantile * quantile - 1.0)
    return (quantile + further) * math.sqrt(variance)


def tail_skew(mean: float, scored_count: int) -> float:
    """
    Return the skewness of a binomial share of so many cases; 0 where all or none are right.

    It is negative above a half, where the long tail is below.

    >>> round(tail_skew(0.85, 100), 3)
    -0.196
    """
    spread = mean * (1.0 - mean) * scored_count
    return (1.0 - 2.0 * mean) / math.sqrt(spread) if spread > 0.0 else 0.0


def excess_variance(mean: float, counts: Sequence[int], scored_count: int) -> float:
    """
    Return by how much the binomial variance of a share exceeds the mean one of earlier runs.

    ``mean`` is the share, ``counts`` the cases of each earlier run, ``scored_count`` those of this
    run. 0 if this run has as many cases or more, or if a count is not known.

    >>> round(excess_variance(0.8, [100, 100], 25), 4)
    0.0048
    """
    if scored_count <= 0 or not counts or min(counts) <= 0:
        return 0.0
    earlier = statistics.fmean(1.0 / count for count in counts)
    return max(0.0, mean * (1.0 - mean) * (1.0 / scored_count - earlier))


def _key(measured: Measured) -> Key:
    return (
        measured.system_id,
        measured.validator_id,
        measured.slice_name,
        measured.slice_value,
        measured.variant,
    )
