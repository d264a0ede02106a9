"""
Histories weighted with a run's own mix of levels, such as difficulties.

A run that drew harder cases scores lower without being worse. So each earlier run is read as if it
had drawn this run's mix: the mean of its values by level, weighted with the share of this run's
cases at each (direct standardisation: Fleiss, Levin and Paik 2003, Statistical methods for rates
and proportions, chapter 19).
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

# Level to the value there, and to the number of cases that count.
Levels = dict[str, tuple[float, int]]


@dataclass(frozen=True, slots=True)
class WeightedHistory:
    """The values of earlier runs with this run's mix, the newest first, and the mix in words."""

    values: Sequence[float]
    mix: str


def levels_of(reader: Reader, gate: Gate, name: str, run_id: str) -> dict[tuple[str, ...], Levels]:
    """Return the levels of each system, validator and variant of a run that a gate reads."""
    select_metrics(reader, gate.metric)
    _, rows = reader.table(
        sql_files.read("sql/queries/values_by_level"),
        {
            "run_id": run_id,
            "system_id": gate.system_id,
            "validator_id": gate.validator_id,
            "slice_name": name,
            "variant": gate.variant,
        },
    )
    found: dict[tuple[str, ...], Levels] = {}
    for *key, level, value, count in rows:
        levels = found.setdefault(tuple(map(str, key)), {})
        levels[str(level)] = (float(str(value)), int(str(count)))
    return found


def weighted_history(
    gate: Gate, rule: Adaptive, measured: Measured, own: Levels, earlier: Sequence[Levels]
) -> WeightedHistory | str:
    """
    Return the values of earlier runs with this run's mix of levels, or why there are none.

    ``own`` are the levels of this run, ``earlier`` those of the runs before. A run without one of
    this run's levels says nothing of its mix and is left out.
    """
    total = sum(count for _, count in own.values())
    if total != measured.scored_count:
        return (
            f"{counted(total, 'case has', 'cases have')} a {rule.by}, of {measured.scored_count} "
            "that count; a mix that leaves cases out, or counts some twice, has no history"
        )
    lacking = [
        f"{level} in {count}"
        for level in own
        if (count := sum(level in levels for levels in earlier)) < rule.run_count_min
    ]
    if lacking:
        return (
            f"too few earlier runs have {gate.metric} for every {rule.by} of this run "
            f"({', '.join(lacking)}), at least {rule.run_count_min} are needed for a threshold "
            "out of its history"
        )
    whole = [levels for levels in earlier if own.keys() <= levels.keys()]
    weights = {level: count / total for level, (_, count) in own.items()}
    return WeightedHistory([_mean(levels, weights) for levels in whole], _in_words(weights))


def _mean(levels: Levels, weights: Mapping[str, float]) -> float:
    values = {levels[level][0] for level in weights}
    # Where nothing varies, a mean that is a digit off would fail what is the same as ever.
    if len(values) == 1:
        return values.pop()
    return math.fsum(weight * levels[level][0] for level, weight in weights.items())


def _in_words(weights: Mapping[str, float]) -> str:
    return ", ".join(f"{level} {weight:.1%}" for level, weight in sorted(weights.items()))
