"""Regression test of a run against its baseline on the cases they share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evalstore.gates.baseline import LAST_GREEN, Baseline, candidates, chosen
from evalstore.gates.baseline_age import BaselineAge, baseline_age
from evalstore.gates.gate import Gate
from evalstore.gates.measured import Measured
from evalstore.metrics.catalog import catalog
from evalstore.statistics.comparability import obstacles
from evalstore.statistics.paired import LEVEL, Paired, Side, paired
from evalstore.statistics.verdict_identity import VerdictIdentities
from evalstore.store.query.queries import Slice
from evalstore.store.query.reader import Reader

BEGINS = (
    "; once this is recorded, this run is the baseline of the next one, if it is complete and all "
    "else passes"
)


@dataclass(frozen=True, slots=True)
class Regression:
    """
    A run compared with its baseline: how much worse it is, in the metric's unit.

    ``drop`` is positive if the run is worse, whether higher or lower is better. ``p_value`` is
    the two-sided, unadjusted p-value of a drop larger than the gate allows; 1 if the drop is not
    larger. ``obstacle`` is the reason if there is nothing to compare, ``judges`` a remark on who
    judged, ``baseline_reason`` explains the choice of the baseline. ``is_awaited`` is True if
    ``last-green`` names no run with a case to compare yet. ``age`` is that of the baseline.
    ``other_run_ids`` are the further runs of a mean, of which ``baseline_run_id`` is the newest.
    ``least_alpha`` is the level that a drop is shown at whatever other gates find.
    """

    baseline_run_id: str | None
    pairs: Paired | None
    sign: int
    p_value: float | None
    obstacle: str | None = None
    judges: str = ""
    baseline_reason: str = ""
    is_awaited: bool = False
    age: BaselineAge | None = None
    other_run_ids: tuple[str, ...] = ()
    least_alpha: float = LEVEL

    @property
    def baseline_words(self) -> str:
        """Return the name of the baseline, or how many runs it is the mean of."""
        if not self.other_run_ids:
            return str(self.baseline_run_id)
        count = 1 + len(self.other_run_ids)
        return f"the mean of {count} runs, {self.baseline_run_id} the newest,"

    @property
    def drop(self) -> float | None:
        """Return how much worse the run is."""
        return None if self.pairs is None else self.pairs.signed_difference(self.sign)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Return the 95 % interval of the drop."""
        return None if self.pairs is None else self.pairs.signed_interval(self.sign)

    def smallest_shown(self, gate: Gate) -> float | None:
        """Return the smallest true drop that the gate blocks four times in five; None if none."""
        if self.pairs is None:
            return None
        return self.pairs.smallest_shown(gate.max_drop or 0.0, self.least_alpha)


class Baselines:
    """Baselines that references resolve to for one run, each looked up once."""

    def __init__(self, reader: Reader, run_id: str) -> None:
        self._reader = reader
        self._run_id = run_id
        self._candidates: dict[str, list[dict[str, Any]]] = {}
        self._ages: dict[tuple[str, str, str], BaselineAge] = {}
        # By reference and the candidates that lack the system.
        self._found: dict[tuple[str, tuple[str, ...]], Baseline] = {}

    def of(self, gate: Gate, system_id: str) -> Baseline:
        """Return the baseline of a gate for a system."""
        reference = gate.baseline or LAST_GREEN
        rows = self._candidates_of(reference)
        lacking = tuple(row["run_id"] for row in rows if system_id in _lacked(row))
        if (reference, lacking) not in self._found:
            self._found[reference, lacking] = chosen(
                self._reader, self._run_id, reference, rows, system_id
            )
        return self._found[reference, lacking]

    def all_of(self, gate: Gate) -> list[Baseline]:
        """Return the baselines that a gate may have, whichever systems it decides on."""
        if gate.system_id is not None:
            return [self.of(gate, gate.system_id)]
        rows = self._candidates_of(gate.baseline or LAST_GREEN)
        systems = {name for row in rows for name in _lacked(row)}
        return [self.of(gate, system_id) for system_id in ("", *sorted(systems))]

    def age_of(self, gate: Gate, baseline_run_id: str, system_id: str) -> BaselineAge:
        """Return the age of a baseline, and how often the gate chose it for the system before."""
        key = (baseline_run_id, gate.gate_id, system_id)
        if key not in self._ages:
            self._ages[key] = baseline_age(self._reader, self._run_id, *key)
        return self._ages[key]

    def is_named(self, gate: Gate) -> bool:
        """Return True if a gate names its baseline by run id."""
        return (gate.baseline or LAST_GREEN).startswith("run:")

    def _candidates_of(self, reference: str) -> list[dict[str, Any]]:
        if reference not in self._candidates:
            self._candidates[reference] = candidates(self._reader, self._run_id, reference)
        return self._candidates[reference]


def _lacked(row: Mapping[str, Any]) -> Sequence[str]:
    return row["lacking_system_ids"] or ()


def regression(
    reader: Reader,
    gate: Gate,
    measured: Measured,
    run_id: str,
    baselines: Baselines,
    identities: VerdictIdentities,
    *,
    allow_other_judge: bool = False,
) -> Regression:
    """Compare one row of a run with the same row of its baseline."""
    metric = catalog()[gate.metric]
    sign = 1 if metric.better == "lower" else -1
    baseline = baselines.of(gate, measured.system_id)
    baseline_run_id = baseline.run_id
    if baseline_run_id is None or baseline.obstacle:
        return _without_pairs(baseline, sign, baseline.obstacle, is_awaited=baseline.is_awaited)
    age = baselines.age_of(gate, baseline_run_id, measured.system_id)
    baseline = replace(baseline, why=f"{baseline.why}; {age.described(baseline_run_id)}")
    if too_old := age.excess(gate.max_age):
        return _without_pairs(
            baseline, sign, f"not compared with {baseline_run_id}: {too_old}", age
        )
    *lefts, right = [Side(one, measured.system_id) for one in (*baseline.run_ids, run_id)]
    judges = identities.agreement(metric, [*lefts, right], measured.validator_id)
    refusal = judges.refusal(allow_other_judge=allow_other_judge)
    in_the_way = [
        *(why for left in lefts for why in obstacles(reader, left.run_id, run_id)),
        *([refusal] if refusal else []),
    ]
    if in_the_way:
        return _without_pairs(baseline, sign, f"not comparable: {'; '.join(in_the_way)}", age)
    rows = paired(
        reader,
        gate.metric,
        lefts[0],
        right,
        validator_id=measured.validator_id or None,
        variant=measured.variant,
        part=Slice(measured.slice_name, measured.slice_value),
        cluster=gate.cluster,
        other_left_run_ids=baseline.other_run_ids,
    )
    if not rows or not rows[0].paired_count:
        obstacle = f"no case has a value in both {baseline_run_id} and this run"
        # Of a new domain or validator: no earlier run is its baseline either.
        is_awaited = (gate.baseline or LAST_GREEN) == LAST_GREEN
        return _without_pairs(baseline, sign, obstacle, age, is_awaited=is_awaited)
    [pairs] = rows
    return Regression(
        baseline_run_id,
        pairs,
        sign,
        p_value_of_drop(gate, pairs, sign),
        judges=judges.remark,
        baseline_reason=baseline.why,
        age=age,
        other_run_ids=baseline.other_run_ids,
    )


def p_value_of_drop(gate: Gate, pairs: Paired, sign: int) -> float | None:
    """
    Return the two-sided, unadjusted p-value of a drop larger than the gate allows.

    ``sign`` is that of a difference for the worse. 1 if the drop is not larger; None if the pairs
    do not tell their error.
    """
    allowed = gate.max_drop or 0.0
    drop = sign * (pairs.difference or 0.0)
    return 1.0 if drop <= allowed else pairs.p_value(sign * allowed)


def _without_pairs(
    baseline: Baseline,
    sign: int,
    obstacle: str,
    age: BaselineAge | None = None,
    *,
    is_awaited: bool = False,
) -> Regression:
    """Return the comparison with a baseline where there is nothing to compare."""
    return Regression(
        baseline.run_id,
        None,
        sign,
        None,
        obstacle + (BEGINS if is_awaited else ""),
        baseline_reason=baseline.why,
        is_awaited=is_awaited,
        age=age,
    )
