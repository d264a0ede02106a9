"""
Power of the gates of a run: what each could decide on cases like those that it had.

The run stands for the truth: its value, its number of cases, how much they vary and, for a drop,
how many pairs differ. What is lost comes on top. With a control of many tests, each is taken at
its level over their number (Bonferroni), which no control of the family goes below.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from evalstore.gates.control import Control
from evalstore.gates.decide import Decision
from evalstore.gates.gate import POINT, RULED_OUT, Gate
from evalstore.gates.measured import Measured
from evalstore.gates.power.attempts import AttemptBound
from evalstore.gates.power.case_counts import smallest_count
from evalstore.gates.power.chances import MeanBound, MeanDrop, ShareBound, ShareDrop
from evalstore.gates.power.outcomes import Chances
from evalstore.gates.power.plans import POWERS, Truth
from evalstore.metrics.catalog import Metric, catalog
from evalstore.statistics import student
from evalstore.statistics.detectable import power_of_shares
from evalstore.statistics.outcome_weights import window
from evalstore.statistics.paired import MCNEMAR, Paired, offered

LOSSES = (0.0, 0.01, 0.02, 0.05, 0.10)
# The loss that a gate against a drop should find.
SOUGHT = 0.05


@dataclass(frozen=True, slots=True)
class GatePower:
    """
    What one condition of a gate could decide; ``reason`` says why that cannot be said.

    ``condition`` is bound or drop. ``blocked`` is the probability to fail where nothing changed,
    ``passes`` that to pass by loss, in the metric's unit, and ``whole`` that no more attempts are
    lost than ``max_error_rate`` allows, without which nothing passes. ``needed`` has, by power,
    how many cases ``aim`` takes, if none is lost; None if more than a search looks at.
    """

    decision: Decision
    condition: str
    reason: str = ""
    case_count: int | None = None
    blocked: float | None = None
    passes: tuple[tuple[float, float], ...] = ()
    aim: str = ""
    needed: tuple[tuple[float, int | None], ...] = ()
    whole: float = 1.0

    def to_dict(self) -> dict[str, object]:
        """Return its entry in the object that ``gate --power --json`` prints."""
        gate, measured = self.decision.gate, self.decision.measured
        return {
            "gate_id": gate.gate_id,
            "metric": gate.metric,
            "is_informational": gate.is_informational,
            "system_id": measured.system_id if measured else None,
            "slice": f"{measured.slice_name}={measured.slice_value}" if measured else None,
            "variant": measured.variant if measured else None,
            "condition": self.condition,
            "cases": self.case_count,
            "false_block": self.blocked,
            "pass_by_loss": {f"{loss:g}": chance for loss, chance in self.passes},
            "whole": None if self.blocked is None else self.whole,
            "aim": self.aim or None,
            "cases_needed": {f"{power:g}": count for power, count in self.needed},
            "reason": self.reason or None,
        }


@dataclass(frozen=True, slots=True)
class Together:
    """
    Chances of all blocking conditions together, as if they were independent.

    Those of the same cases tend to fail together, so that the probability ``blocked`` of any
    false block is at most this; ``blocked_at_most`` holds however they depend. ``left_out_count``
    conditions are not in it. ``passes`` are the chances that all pass, by loss.
    """

    blocked: float
    blocked_at_most: float
    passes: tuple[tuple[float, float], ...]
    left_out_count: int


@dataclass(frozen=True, slots=True)
class RunPower:
    """The power of every condition of the gates of a run, and of all together."""

    run_id: str
    gates: tuple[GatePower, ...]
    together: Together

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``evalstore gate --power --json`` prints."""
        return {
            "run_id": self.run_id,
            "gates": [one.to_dict() for one in self.gates],
            "together": {
                "false_block": self.together.blocked,
                "false_block_at_most": self.together.blocked_at_most,
                "pass_by_loss": {f"{loss:g}": chance for loss, chance in self.together.passes},
                "left_out": self.together.left_out_count,
            },
        }


def with_false_blocks(decisions: Sequence[Decision], control: Control) -> list[Decision]:
    """Return the decisions of one run with the chance that each gate fails if nothing changed."""
    powers = powers_of(decisions, control, is_brief=True)
    found = []
    for decision in decisions:
        own = [power for power in powers if power.decision is decision]
        is_said = bool(own) and all(power.blocked is not None for power in own)
        chance = 1.0 - math.prod(1.0 - (power.blocked or 0.0) for power in own)
        found.append(replace(decision, false_block_chance=chance if is_said else None))
    return found


def powers_of(
    decisions: Sequence[Decision], control: Control, *, is_brief: bool = False
) -> list[GatePower]:
    """
    Return the power of each condition of some decisions of one run.

    If ``is_brief``, only the chance of a false block, which takes the least time.
    """
    level = control.level_of_each(one.gate for one in decisions)
    return [
        power
        for decision in decisions
        for alpha in (control.alpha if decision.gate.is_informational else level,)
        for power in _of_decision(decision, alpha, is_brief=is_brief)
    ]


def together(powers: Sequence[GatePower]) -> Together:
    """Return the chances of all conditions that can block a run."""
    blocking = [one for one in powers if not one.decision.gate.is_informational]
    said = [one for one in blocking if one.blocked is not None]
    chances = [one.blocked or 0.0 for one in said]
    by_loss = [dict(one.passes) for one in said]
    is_said = {loss: bool(by_loss) and all(loss in one for one in by_loss) for loss in LOSSES}
    return Together(
        1.0 - math.prod(1.0 - chance for chance in chances),
        min(1.0, math.fsum(chances)),
        tuple((loss, math.prod(one[loss] for one in by_loss)) for loss in LOSSES if is_said[loss]),
        len(blocking) - len(said),
    )


def _of_decision(decision: Decision, alpha: float, *, is_brief: bool) -> list[GatePower]:
    gate, measured = decision.gate, decision.measured
    metric = catalog()[gate.metric]
    if gate.is_canary:
        return [GatePower(decision, "canaries", "a canary is not one of many like cases")]
    powers = []
    if measured is None or measured.value is None:
        return [GatePower(decision, "bound", decision.reason)]
    if gate.adaptive is not None:
        powers.append(
            GatePower(decision, "adaptive", "its bound depends on how earlier runs vary")
        )
    elif gate.minimum is not None or gate.maximum is not None:
        powers.append(_of_bound(decision, measured, metric, is_brief=is_brief))
    if gate.max_drop is not None:
        pairs = None if decision.regression is None else decision.regression.pairs
        if pairs is None or pairs.error is None:
            powers.append(GatePower(decision, "drop", decision.reason))
        else:
            powers.append(_of_drop(decision, measured, pairs, metric, alpha, is_brief=is_brief))
    if gate.must_beat:
        powers.append(GatePower(decision, "lead", "it depends on the systems it must beat"))
    return powers


def _of_bound(
    decision: Decision, measured: Measured, metric: Metric, *, is_brief: bool
) -> GatePower:
    gate = replace(decision.gate, max_drop=None, must_beat=())
    value, count = measured.value or 0.0, measured.scored_count
    attempts = (measured.attempt_count or count) / max(1, measured.expected_count)
    deviation = _deviation(measured)
    is_share = metric.is_share
    if metric.name not in offered():
        return GatePower(decision, "bound", f"{metric.name} has no value for a single case")
    if not is_share and deviation is None:
        return GatePower(decision, "bound", f"the spread of {metric.name} is not known")

    def at(truth: float) -> Truth:
        if not is_share:
            return MeanBound(gate, truth, deviation or 0.0)
        share = min(1.0, max(0.0, truth))
        if attempts <= 1 or deviation is None or share in {0.0, 1.0}:
            return ShareBound(gate, share)
        return AttemptBound(gate, share, round(attempts), _alike(value, deviation, attempts))

    is_within = all(
        (bound - value) * sign < 0
        for bound, sign in ((gate.minimum, 1), (gate.maximum, -1))
        if bound is not None
    )
    is_at = value in {gate.minimum, gate.maximum}
    if is_brief and not (is_within or is_at):
        return GatePower(decision, "bound", "the value misses its bound, so no block is false")
    if is_brief:
        return GatePower(decision, "bound", "", count, at(value).on(count).fails)
    whole = chance_to_be_whole(gate, measured)
    aim = "pass" if is_within else "fail"
    sign = 1 if metric.better == "lower" else -1
    losses = LOSSES if is_share else ()
    return GatePower(
        decision,
        "bound",
        "",
        count,
        at(value).on(count).fails,
        tuple((loss, whole * at(value + sign * loss).on(count).passes) for loss in losses),
        "" if is_at else f"{aim} as it is",
        () if is_at else _needed(at(value).on, aim, is_slow=attempts > 1),
        whole,
    )


def chance_to_be_whole(gate: Gate, measured: Measured) -> float:
    """
    Return the probability that a run like this one loses no more than ``max_error_rate`` allows.

    Each expected attempt, or case, is taken to be lost for itself as often as in the run.
    """
    _, expected_count, _ = measured.left_out
    share = measured.left_out_share
    if not 0.0 < share < 1.0:
        return float(share <= gate.max_error_rate)
    first, weights = window(expected_count, share)
    return math.fsum(
        weight
        for count, weight in enumerate(weights, first)
        if count / expected_count <= gate.max_error_rate
    )


def _of_drop(
    decision: Decision, measured: Measured, pairs: Paired, metric: Metric, alpha: float, *,
    is_brief: bool,
) -> GatePower:  # fmt: skip
    # The number of cases is looked at by `decide`; units may be fewer than cases.
    gate = replace(decision.gate, minimum=None, maximum=None, must_beat=(), min_count=1)
    units, cases = pairs.unit_count, pairs.paired_count
    is_share = metric.is_share
    differing = (pairs.higher_count + pairs.lower_count) / cases
    spread = (pairs.error or 0.0) * math.sqrt(units)

    def at(loss: float, gate: Gate = gate) -> Truth:
        if pairs.test == MCNEMAR:
            return ShareDrop(gate, min(1.0, differing + loss), loss, alpha)
        added = loss * (1.0 - loss) if is_share else 0.0
        return MeanDrop(gate, loss, math.sqrt(max(1e-12, spread * spread + added)), alpha)

    if is_brief:
        if cases < decision.gate.min_count:
            # Nothing is decided on so few.
            blocked = 0.0
        elif pairs.test == MCNEMAR and gate.requirement != POINT:
            # The same sum, in closed form.
            blocked = power_of_shares(differing, 0.0, cases, gate.max_drop or 0.0, alpha)
        else:
            blocked = at(0.0, replace(gate, max_undetected=None)).on(units).fails
        return GatePower(decision, "drop", "", cases, blocked)
    allowed = gate.max_drop or 0.0
    losses = LOSSES if is_share else ()
    sought = next((loss for loss in losses if loss > allowed and loss >= SOUGHT), None)
    aim, whole = "", chance_to_be_whole(gate, measured)
    needed: tuple[tuple[float, int | None], ...] = ()
    is_slow = pairs.test == MCNEMAR and bool(allowed)
    if gate.requirement == RULED_OUT:
        aim, needed = "pass with no loss", _needed(at(0.0).on, "pass", is_slow=is_slow)
    elif sought is not None:
        # What could go undetected has no part in a block, and takes long to sum.
        seeking = replace(gate, max_undetected=None)
        aim = f"fail a loss of {sought:g}"
        needed = _needed(at(sought, seeking).on, "fail", is_slow=is_slow)
    return GatePower(
        decision,
        "drop",
        "",
        cases,
        at(0.0).on(units).fails if cases >= decision.gate.min_count else 0.0,
        tuple((loss, whole * at(loss).on(units).passes) for loss in losses),
        aim,
        tuple(
            (power, None if found is None else math.ceil(found * cases / units))
            for power, found in needed
        ),
        whole,
    )


def _needed(
    on: Callable[[int], Chances], aim: str, *, is_slow: bool
) -> tuple[tuple[float, int | None], ...]:
    def chance(count: int) -> float:
        chances = on(count)
        return chances.passes if aim == "pass" else chances.fails

    found = [(power, smallest_count(chance, power, is_slow=is_slow)) for power in POWERS]
    return tuple((power, None if one is None else one.count) for power, one in found)


def _deviation(measured: Measured) -> float | None:
    """Return the standard deviation of the values of cases that Student's interval tells."""
    low, high, count = measured.ci_low, measured.ci_high, measured.scored_count
    if low is None or high is None or measured.value is None or count < 2:  # noqa: PLR2004
        return None
    # Of the end that no range cuts off.
    reach = max(high - measured.value, measured.value - low)
    return reach * math.sqrt(count) / student.quantile(0.975, count - 1)


def _alike(share: float, deviation: float, attempts: float) -> float:
    """Return how far attempts at a case agree, by the variance of the means of cases."""
    whole = share * (1.0 - share)
    if whole <= 0.0:
        return 1.0
    part = deviation * deviation / whole
    return min(1.0, max(0.0, (part - 1.0 / attempts) / (1.0 - 1.0 / attempts)))
