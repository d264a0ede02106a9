"""
Histories weighted with a run's own mix of levels, such as difficulties.

A run that drew harder cases scores lower without being worse. So each earlier run is reweighted to
this run's mix: the mean of its values by level, weighted with the share of this run's cases at
each level (direct standardisation: Fleiss, Levin and Paik 2003, Statistical methods for rates and
proportions, chapter 19).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.gates.gate import Adaptive, Gate
from evalstore.gates.measured import Measured
from evalstore.store.query.queries import select_metrics
from evalstore.store.query.reader import Reader
from evalstore.store.query.run_range import listed_parts, run_range

# Level -> value at that level and number of cases that count.
Levels = dict[str, tuple[float, int]]


@dataclass(frozen=True, slots=True)
class WeightedHistory:
    """Values of earlier runs reweighted to this run's mix, newest first, and a text of the mix."""

    values: Sequence[float]
    mix: str


def levels_of(
    reader: Reader, gate: Gate, name: str, run_ids: Sequence[str]
) -> list[dict[tuple[str, ...], Levels]]:
    """
    Return the values by level of slice ``name`` in each of some runs.

    The keys are the system, validator and variant of the rows that the gate reads.
    """
    select_metrics(reader, gate.metric, chosen=gate.chosen)
    by_run: dict[str, dict[tuple[str, ...], Levels]] = {run_id: {} for run_id in run_ids}
    for part in listed_parts(run_ids):
        _, rows = reader.table(
            sql_files.read("sql/queries/values_by_level"),
            {
                **run_range(part),
                "system_id": gate.system_id,
                "validator_id": gate.validator_id,
                "slice_name": name,
                "variant": gate.variant,
            },
        )
        for run_id, *key, level, value, count in rows:
            levels = by_run[str(run_id)].setdefault(tuple(map(str, key)), {})
            levels[str(level)] = (float(str(value)), int(str(count)))
    return list(by_run.values())


def weighted_history(
    gate: Gate, rule: Adaptive, measured: Measured, current: Levels, earlier: Sequence[Levels]
) -> WeightedHistory | str:
    """
    Return the values of earlier runs reweighted to this run's mix of levels, or a reason.

    ``current`` are the levels of this run, ``earlier`` those of each earlier run. A run that lacks
    one of this run's levels cannot be reweighted and is left out.
    """
    total = sum(count for _, count in current.values())
    if total != measured.scored_count:
        return (
            f"{counted(total, 'case has', 'cases have')} a {rule.by}, expected one for each of "
            f"the {measured.scored_count} that count; the values of earlier runs cannot be "
            "weighted"
        )
    lacking = [
        f"{level} in {count}"
        for level in current
        if (count := sum(level in levels for levels in earlier)) < rule.run_count_min
    ]
    if lacking:
        return (
            f"too few earlier runs have {gate.metric} for every {rule.by} of this run "
            f"({', '.join(lacking)}), at least {rule.run_count_min} are needed for an adaptive "
            "threshold"
        )
    whole = [levels for levels in earlier if current.keys() <= levels.keys()]
    weights = {level: count / total for level, (_, count) in current.items()}
    return WeightedHistory([_mean(levels, weights) for levels in whole], _in_words(weights))


def _mean(levels: Levels, weights: Mapping[str, float]) -> float:
    values = {levels[level][0] for level in weights}
    # If all values are equal, a rounding error in the mean would fail an unchanged value.
    if len(values) == 1:
        return values.pop()
    return math.fsum(weight * levels[level][0] for level, weight in weights.items())


def _in_words(weights: Mapping[str, float]) -> str:
    return ", ".join(f"{level} {weight:.1%}" for level, weight in sorted(weights.items()))
