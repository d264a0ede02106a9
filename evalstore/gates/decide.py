"""
What a gate decides on one row of a metric: pass, fail, undecided or broken.

A run that is not completed, a NULL and too few cases decide nothing. Where more was left out
than ``max_error_rate`` allows, the gate is broken: leaving errors out can never help to pass.
A value that misses its threshold fails all the same.
"""

from dataclasses import dataclass
from typing import Literal

from evalstore.gates.config import Gate

Answer = Literal["pass", "fail", "undecided", "broken"]
# The exit code of each answer, and which of two weighs more.
EXIT_CODES: dict[Answer, int] = {"pass": 0, "fail": 1, "undecided": 3, "broken": 4}
PRECEDENCE: tuple[Answer, ...] = ("fail", "broken", "undecided", "pass")


@dataclass(frozen=True, slots=True)
class Measured:
    """One row of ``metrics.all_metrics``, and how many answers its slice expected in all."""

    system_id: str
    validator_id: str
    slice_name: str
    slice_value: str
    variant: str
    value: float | None
    scored_count: int
    error_count: int
    unscored_count: int
    expected_count: int
    ci_low: float | None
    ci_high: float | None

    @property
    def left_out_share(self) -> float:
        """The share of expected answers that the metric leaves out as errors or unscored."""
        if not self.expected_count or self.scored_count == self.expected_count:
            return 0.0
        return (self.error_count + self.unscored_count) / self.expected_count


@dataclass(frozen=True, slots=True)
class Decision:
    """What a gate decided, and why."""

    gate: Gate
    measured: Measured | None
    answer: Answer
    reason: str


def decide(gate: Gate, measured: Measured, *, is_completed: bool) -> Decision:
    """Decide one gate on one row; ``is_completed`` says whether the run came to its end."""
    left_out = measured.left_out_share
    is_broken = left_out > gate.max_error_rate
    broken = (
        f"{left_out:.1%} of {measured.expected_count} expected answers are errors or unscored, "
        f"more than {gate.max_error_rate:.1%}"
    )
    if not is_completed:
        return Decision(gate, measured, "undecided", "the run did not complete")
    if measured.value is None:
        reason = f"{gate.metric} is not defined here: {measured.scored_count} cases count"
        return _unless_broken(gate, measured, is_broken, broken, reason)
    if measured.scored_count < gate.min_count:
        reason = f"{measured.scored_count} cases count, at least {gate.min_count} are needed"
        return _unless_broken(gate, measured, is_broken, broken, reason)
    said = f"{gate.metric} is {measured.value:.6g}, must be {gate.threshold}"
    is_low = gate.minimum is not None and measured.value < gate.minimum
    is_high = gate.maximum is not None and measured.value > gate.maximum
    if is_low or is_high:
        return Decision(gate, measured, "fail", said)
    if is_broken:
        return Decision(gate, measured, "broken", broken)
    return Decision(gate, measured, "pass", said)


def overall(decisions: list[Decision]) -> Answer:
    """Return what all gating decisions come to; informational ones do not count."""
    answers = {item.answer for item in decisions if not item.gate.is_informational}
    return next((answer for answer in PRECEDENCE if answer in answers), "pass")


def _unless_broken(
    gate: Gate, measured: Measured, is_broken: bool, broken: str, reason: str
) -> Decision:
    if is_broken:
        return Decision(gate, measured, "broken", broken)
    return Decision(gate, measured, "undecided", reason)
