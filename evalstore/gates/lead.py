"""
Lead of a system over others of the same run that it must beat, on the cases they share.

A lead is shown if it is shown over each of the others at the level. That is an
intersection-union test: its level is that of the single tests, so the number of others needs no
correction (Berger 1982, Multiparameter hypothesis testing and acceptance sampling,
Technometrics 24). Its p-value is the largest of the single p-values.
"""

from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.gates.gate import CONTROLS, Gate
from evalstore.gates.measured import Measured, compared_ids
from evalstore.metrics.catalog import catalog
from evalstore.statistics.controls import controls_of
from evalstore.statistics.paired import LEVEL, Paired, Side, paired_with_each
from evalstore.statistics.verdict_identity import VerdictIdentities
from evalstore.store.query.queries import Slice
from evalstore.store.query.reader import Reader

WAY_OUT = "run `evalstore run SUITE --controls` to evaluate the built-in controls too"


@dataclass(frozen=True, slots=True)
class SystemLead:
    """
    How far a system is ahead of the one that is the hardest to beat, in the metric's unit.

    ``over_system_id`` is the system with the largest p-value among those it must beat, and
    ``pairs`` compares both: left is ``over_system_id``, right the system. ``p_value`` is one-sided
    and unadjusted; None if the standard error is unknown. ``obstacle`` is the reason if there is
    nothing to compare, and ``is_without_controls`` is True if the run lacks a system to beat.
    ``is_control`` is True if the other system is a control. ``others`` describes the systems to
    beat, ``judges`` is a remark if several judges judged. ``least_alpha`` is the level that a lead
    is shown at whatever other gates find.
    """

    over_system_id: str | None
    pairs: Paired | None
    sign: int
    p_value: float | None
    obstacle: str | None = None
    is_without_controls: bool = False
    is_control: bool = False
    others: str = ""
    judges: str = ""
    least_alpha: float = LEVEL

    @property
    def value(self) -> float | None:
        """Return how far the system is ahead; negative if it is behind."""
        return None if self.pairs is None else self.pairs.signed_difference(self.sign)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Return the 95 % interval of the lead."""
        return None if self.pairs is None else self.pairs.signed_interval(self.sign)

    @property
    def smallest_shown(self) -> float | None:
        """Return the smallest true lead that is shown four times in five; None if none is."""
        # The test is one-sided.
        return None if self.pairs is None else self.pairs.smallest_shown(0.0, 2 * self.least_alpha)

    @property
    def described_other(self) -> str:
        """Describe the other system with its value on the paired cases."""
        mean = "no value" if self.pairs is None else f"{self.pairs.left_mean:.4g}"
        which = "a control that" if self.is_control else "which"
        return f"{self.over_system_id}, {which} has {mean}"


def lead(
    reader: Reader,
    gate: Gate,
    measured: Measured,
    run_id: str,
    identities: VerdictIdentities,
    *,
    allow_other_judge: bool = False,
) -> SystemLead:
    """Compare one row of a run with the same row of each system that it must beat."""
    metric = catalog()[gate.metric]
    sign = -1 if metric.better == "lower" else 1
    controls = controls_of(reader, run_id)
    other_ids = [name for name in compared_ids(gate, controls) if name != measured.system_id]
    lacking = _lacking(reader, gate, controls, run_id)
    if lacking or not other_ids:
        obstacle = lacking or (
            f"{measured.system_id} is the only system of {', '.join(gate.must_beat)}; name "
            "another in `must_beat`"
        )
        return SystemLead(None, None, sign, None, obstacle, is_without_controls=True)
    side = Side(run_id, measured.system_id)
    others = [Side(run_id, name) for name in other_ids]
    judges = identities.agreement(metric, [side, *others], measured.validator_id)
    refusal = judges.refusal(allow_other_judge=allow_other_judge)
    if refusal:
        return SystemLead(None, None, sign, None, f"not comparable: {refusal}")
    pairs_by_sides = paired_with_each(
        reader,
        gate.metric,
        others,
        [side],
        validator_id=measured.validator_id or None,
        variant=measured.variant,
        part=Slice(measured.slice_name, measured.slice_value),
        cluster=gate.cluster,
    )
    pairs = {name: pairs_by_sides.get((Side(run_id, name), side), []) for name in other_ids}
    unpaired = [name for name, rows in pairs.items() if not rows or not rows[0].paired_count]
    if unpaired:
        obstacle = f"no case has a value of both {measured.system_id} and {', '.join(unpaired)}"
        return SystemLead(None, None, sign, None, obstacle)
    tested = {name: (rows[0].p_value_of_lead(sign), rows[0]) for name, rows in pairs.items()}
    hardest = max(other_ids, key=lambda name: _difficulty(sign, *tested[name]))
    p_value, hardest_pairs = tested[hardest]
    return SystemLead(
        hardest,
        hardest_pairs,
        sign,
        p_value,
        is_control=hardest in controls,
        others=f"each of {len(other_ids)} controls"
        if gate.must_beat == (CONTROLS,)
        else " and ".join(other_ids),
        judges=judges.remark,
    )


def _lacking(reader: Reader, gate: Gate, controls: tuple[str, ...], run_id: str) -> str:
    """Report which systems to beat the run lacks; an empty string if it has all."""
    if CONTROLS in gate.must_beat and not controls:
        return f"the run has no controls to beat; {WAY_OUT}"
    rows = reader.rows(sql_files.read("sql/queries/system_names"), run_id=run_id)
    names = [str(row["name"]) for row in rows]
    unknown = [name for name in compared_ids(gate, controls) if name not in names]
    if not unknown:
        return ""
    return f"the run has no {', '.join(unknown)} to beat; available: {', '.join(names)}"


def _difficulty(sign: int, p_value: float | None, pairs: Paired) -> tuple[bool, float, float]:
    """Return a sort key, largest for the hardest to beat: unknown error first, then p-value."""
    return p_value is None, p_value or 0.0, -sign * (pairs.difference or 0.0)
