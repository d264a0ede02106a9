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
    A run beside its baseline: how much worse it is, in the metric's unit.

    ``drop`` is positive where the run is the worse one, whichever way the metric points.
    ``p_value`` is two-sided, of a drop beyond what the gate allows, before any adjustment; it is
    1 where the drop is not beyond. ``obstacle`` says why there is nothing to compare, ``judges``
    what is to be known of who judged, ``baseline_reason`` why the baseline is this run.
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
    """The runs that references name for one run, each looked up once."""

    def __init__(self, reader: Reader, run_id: str) -> None:
        self._reader = reader
        self._run_id = run_id
        self._found: dict[str, Baseline] = {}

    def of(self, gate: Gate) -> Baseline:
        """Return the run that a gate holds this one against."""
        return self.baseline(gate.baseline or LAST_GREEN)

    def is_named(self, gate: Gate) -> bool:
        """Tell whether a gate names its baseline by the id of a run."""
        return (gate.baseline or LAST_GREEN).startswith("run:")

    def baseline(self, reference: str) -> Baseline:
        """Return the run that a reference names."""
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
    """Hold one row of a run against the same row of its baseline."""
    metric = catalog()[gate.metric]
    sign = 1 if metric.better == "lower" else -1
    baseline = baselines.of(gate)
    baseline_run_id = baseline.run_id
    if baseline_run_id is None or baseline.obstacle:
        return Regression(baseline_run_id, None, sign, None, baseline.obstacle)
    sides = [Side(found, measured.system_id) for found in (baseline_run_id, run_id)]
    judges = identities.agreement(metric, sides, measured.validator_id)
    refusal = judges.refusal(allow_other_judge=allow_other_judge)
    in_the_way = [*obstacles(reader, baseline_run_id, run_id), *([refusal] if refusal else [])]
    if in_the_way:
        obstacle = f"not comparable: {'; '.join(in_the_way)}"
        return Regression(
            baseline_run_id, None, sign, None, obstacle, baseline_reason=baseline.why
        )
    found = paired(
        reader,
        gate.metric,
        *sides,
        validator_id=measured.validator_id or None,
        variant=measured.variant,
        part=Slice(measured.slice_name, measured.slice_value),
        cluster=gate.cluster,
    )
    if not found or not found[0].paired_count:
        obstacle = f"no case of {baseline_run_id} has a value here as well"
        return Regression(
            baseline_run_id, None, sign, None, obstacle, baseline_reason=baseline.why
        )
    [pairs] = found
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
