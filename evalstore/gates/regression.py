"""Regression test of a run against its baseline on the cases they share."""

from dataclasses import dataclass

from evalstore.gates.baseline import LAST_GREEN, Baseline, baseline_of
from evalstore.gates.gate import Gate
from evalstore.gates.measured import Measured
from evalstore.metrics.catalog import catalog
from evalstore.statistics.comparability import obstacles
from evalstore.statistics.paired import Paired, Side, paired
from evalstore.statistics.verdict_identity import VerdictIdentities
from evalstore.store.query.queries import Slice
from evalstore.store.query.reader import Reader


@dataclass(frozen=True, slots=True)
class Regression:
    """
    A run compared with its baseline: how much worse it is, in the metric's unit.

    ``drop`` is positive if the run is worse, whether higher or lower is better. ``p_value`` is
    the two-sided, unadjusted p-value of a drop larger than the gate allows; 1 if the drop is not
    larger. ``obstacle`` is the reason if there is nothing to compare, ``judges`` a remark on who
    judged, ``baseline_reason`` explains the choice of the baseline.
    """

    baseline_run_id: str | None
    pairs: Paired | None
    sign: int
    p_value: float | None
    obstacle: str | None = None
    judges: str = ""
    baseline_reason: str = ""

    @property
    def drop(self) -> float | None:
        """Return how much worse the run is."""
        return None if self.pairs is None else self.pairs.signed_difference(self.sign)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Return the 95 % interval of the drop."""
        return None if self.pairs is None else self.pairs.signed_interval(self.sign)


class Baselines:
    """Baselines that references resolve to for one run, each looked up once."""

    def __init__(self, reader: Reader, run_id: str) -> None:
        self._reader = reader
        self._run_id = run_id
        self._found: dict[str, Baseline] = {}

    def of(self, gate: Gate) -> Baseline:
        """Return the baseline of a gate."""
        return self.baseline(gate.baseline or LAST_GREEN)

    def is_named(self, gate: Gate) -> bool:
        """Return True if a gate names its baseline by run id."""
        return (gate.baseline or LAST_GREEN).startswith("run:")

    def baseline(self, reference: str) -> Baseline:
        """Return the baseline that a reference resolves to."""
        if reference not in self._found:
            self._found[reference] = baseline_of(self._reader, self._run_id, reference)
        return self._found[reference]


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
    baseline = baselines.of(gate)
    baseline_run_id = baseline.run_id
    if baseline_run_id is None or baseline.obstacle:
        return Regression(baseline_run_id, None, sign, None, baseline.obstacle)
    sides = [Side(side_run_id, measured.system_id) for side_run_id in (baseline_run_id, run_id)]
    judges = identities.agreement(metric, sides, measured.validator_id)
    refusal = judges.refusal(allow_other_judge=allow_other_judge)
    in_the_way = [*obstacles(reader, baseline_run_id, run_id), *([refusal] if refusal else [])]
    if in_the_way:
        obstacle = f"not comparable: {'; '.join(in_the_way)}"
        return Regression(
            baseline_run_id, None, sign, None, obstacle, baseline_reason=baseline.why
        )
    rows = paired(
        reader,
        gate.metric,
        *sides,
        validator_id=measured.validator_id or None,
        variant=measured.variant,
        part=Slice(measured.slice_name, measured.slice_value),
        cluster=gate.cluster,
    )
    if not rows or not rows[0].paired_count:
        obstacle = f"no case has a value in both {baseline_run_id} and this run"
        return Regression(
            baseline_run_id, None, sign, None, obstacle, baseline_reason=baseline.why
        )
    [pairs] = rows
    margin = sign * (gate.max_drop or 0.0)
    drop = sign * (pairs.difference or 0.0)
    p_value = 1.0 if drop <= (gate.max_drop or 0.0) else pairs.p_value(margin)
    return Regression(
        baseline_run_id,
        pairs,
        sign,
        p_value,
        judges=judges.remark,
        baseline_reason=baseline.why,
    )
