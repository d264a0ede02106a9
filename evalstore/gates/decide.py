"""
Decide a gate on one row of a metric: pass, fail, undecided or broken.

A gate is undecided if the run is not completed, the value is NULL or there are too few cases. It
is broken if more was left out than ``max_error_rate`` allows, so that leaving errors out never
helps to pass; a value that misses its threshold still fails. A gate that requires what is shown
decides by the interval: it is undecided unless the whole interval lies on one side of the
threshold. Compared with a baseline, it fails only on a drop that is statistically shown, and
reports the smallest drop that these cases could have shown; one that requires a drop to be ruled
out passes only if the cases exclude it. A gate that must beat other systems passes only if a lead
over each of them is shown.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from evalstore.base.phrases import counted
from evalstore.gates.gate import NONE_MISSES, POINT, RULED_OUT, SHOWN, Gate
from evalstore.gates.lead import SystemLead
from evalstore.gates.measured import Measured
from evalstore.gates.regression import Regression
from evalstore.gates.tries import Tries, level_of_try
from evalstore.statistics.paired import Paired
from evalstore.statistics.verdict_identity import JudgedCases
from evalstore.store.query.queries import MEASUREMENT

if TYPE_CHECKING:
    from evalstore.statistics.bootstrap import Analysis

Answer = Literal["pass", "fail", "undecided", "broken"]
# The exit code of each answer, and the order in which answers override each other.
EXIT_CODES: dict[Answer, int] = {"pass": 0, "fail": 1, "undecided": 3, "broken": 4}
PRECEDENCE: tuple[Answer, ...] = ("fail", "broken", "undecided", "pass")
NOT_PASSING = PRECEDENCE[:-1]
Outcome = tuple[Answer, str]
# Part of the reason if a decision uses facts of runs whose events are not stored here.
BY_FACTS_ALONE = "by facts alone"


@dataclass(frozen=True, slots=True)
class Decision:
    """
    A gate's answer and reason; the p-values are adjusted for all gates.

    ``judged`` lists the judges of the run and how many cases each judged; ``by_facts`` lists the
    runs it read whose events are not stored here. ``is_awaiting_baseline`` is True if it would
    pass with a baseline that shows no drop, and ``last-green`` names no run yet. ``tries`` says
    on which try of its commit it decides. ``analysis`` is the bootstrap that its interval is from.
    ``false_block_chance`` is the probability, in [0, 1], that the gate fails where nothing
    changed; None where it cannot be said.
    """

    gate: Gate
    measured: Measured | None
    answer: Answer
    reason: str
    regression: Regression | None = None
    p_value: float | None = None
    judged: tuple[JudgedCases, ...] = ()
    lead: SystemLead | None = None
    lead_p_value: float | None = None
    bound_p_value: float | None = None
    by_facts: tuple[str, ...] = ()
    is_awaiting_baseline: bool = False
    tries: Tries = field(default_factory=Tries)
    analysis: "Analysis | None" = None
    false_block_chance: float | None = None


def decide(
    gate: Gate,
    measured: Measured,
    *,
    is_completed: bool,
    regression: Regression | None = None,
    p_value: float | None = None,
    lead: SystemLead | None = None,
    lead_p_value: float | None = None,
    bound_p_value: float | None = None,
    met_p_value: float | None = None,
    alpha: float = 0.05,
    try_number: int | None = None,
) -> Decision:
    """
    Decide one gate on one row; ``is_completed`` is True if the run completed.

    ``regression`` compares the run with its baseline, and ``p_value`` is the adjusted p-value of
    the drop. ``lead`` compares the system with those it must beat, and ``lead_p_value`` is the
    adjusted p-value of the lead. ``bound_p_value`` is the adjusted p-value of a missed bound, None
    if only the interval decides. ``met_p_value`` is the one-sided p-value of a met bound.
    ``alpha`` is the level at which all of them are shown; on a later try, ``try_number``, of a
    commit a pass must be shown at that of ``level_of_try``.
    """
    is_awaiting = False
    level = level_of_try(alpha, try_number)
    if not is_completed:
        outcome: Outcome = ("undecided", "the run did not complete")
    else:
        is_tested = bound_p_value is not None and bound_p_value > alpha
        value = _of_value(gate, measured, bound_p_value if is_tested else None)
        if level < alpha and gate.each != NONE_MISSES:
            value = _of_later_try(value, met_p_value, level)
        drop = None if regression is None else _of_drop(gate, regression, p_value, alpha, level)
        ahead = None
        if lead is not None:
            ahead = _of_lead(gate, measured, lead, lead_p_value, alpha, level)
        kept = [part for part in (value, drop, ahead) if part is not None]
        is_awaiting = regression is not None and regression.is_awaited
        is_awaiting = is_awaiting and {part[0] for part in (value, ahead) if part} <= {"pass"}
        answer = min((answer for answer, _ in kept), key=PRECEDENCE.index)
        outcome = (answer, "; ".join(reason for _, reason in kept))
        left_out = measured.left_out_share
        if answer != "fail" and left_out > gate.max_error_rate:
            _, expected_count, unit = measured.left_out
            share = f"{left_out:.1%} of {expected_count} expected {unit}"
            why = "not measured" if gate.metric == MEASUREMENT else "errors or unscored"
            outcome = ("broken", f"{share} are {why}, more than {gate.max_error_rate:.1%}")
    return Decision(
        gate, measured, *outcome, regression, p_value, lead=lead, lead_p_value=lead_p_value,
        bound_p_value=bound_p_value,
        is_awaiting_baseline=is_awaiting and outcome[0] == "undecided",
    )  # fmt: skip


def place_among_answers(answer: str) -> int:
    """
    Return the rank of an answer, 0 for the worst; unknown answers rank last.

    >>> place_among_answers("fail"), place_among_answers("pass"), place_among_answers("")
    (0, 3, 4)
    """
    ordered = [*PRECEDENCE, answer]
    return ordered.index(answer)


def overall(decisions: list[Decision]) -> Answer:
    """Return the worst answer of all decisions, or "pass"; informational gates do not count."""
    answers = {item.answer for item in decisions if not item.gate.is_informational}
    return next((answer for answer in PRECEDENCE if answer in answers), "pass")


def _of_value(gate: Gate, measured: Measured, unshown: float | None) -> Outcome | None:
    """
    Compare the value with its thresholds; None if the gate has no threshold.

    ``unshown`` is the p-value of a missed bound that is too large beside the other gates.
    """
    scored = counted(measured.scored_count, "case counts", "cases count")
    needed = f"at least {counted(gate.min_count, 'is', 'are')} needed"
    if measured.value is None:
        return "undecided", f"{gate.metric} is not defined here: {scored}"
    if measured.scored_count < gate.min_count:
        return "undecided", f"{scored}, {needed}"
    if gate.minimum is None and gate.maximum is None:
        return None
    threshold = _threshold(gate)
    if gate.requirement == SHOWN:
        return _of_interval(gate, measured, threshold, unshown)
    is_missed = not _is_within(gate, measured.value)
    reason = f"{gate.metric} is {measured.value:.6g}, must be {threshold}"
    return ("fail" if is_missed else "pass"), reason


def _of_later_try(value: Outcome | None, p_value: float | None, level: float) -> Outcome | None:
    """Return the outcome of a bound; undecided if it is met, but not at the level of this try."""
    if value is None or value[0] != "pass" or p_value is None:
        return value
    reason = f"{value[1]}, at the level {level:.2g} of this try (p = {p_value:.2g})"
    if p_value <= level:
        return "pass", reason
    return "undecided", f"{reason}: more cases are needed to pass a later try"


def _of_interval(gate: Gate, measured: Measured, threshold: str, unshown: float | None) -> Outcome:
    low, high = measured.ci_low, measured.ci_high
    if low is None or high is None:
        return (
            "undecided",
            f"{gate.metric} has no interval, so nothing can be shown, which this gate requires",
        )
    value = f"{measured.value:.6g} [{low:.6g}, {high:.6g}]"
    not_shown = "not " if gate.each == NONE_MISSES else ""
    reason = f"{gate.metric} is {value}, must {not_shown}be shown to be {threshold}"
    if _is_within(gate, low) and _is_within(gate, high):
        return "pass", reason
    is_beyond = (gate.minimum is not None and high < gate.minimum) or (
        gate.maximum is not None and low > gate.maximum
    )
    if gate.each == NONE_MISSES and (unshown is not None or not is_beyond):
        return "pass", reason
    if is_beyond and unshown is not None:
        return "undecided", f"{reason}: not shown beside the other gates (p = {unshown:.3g})"
    if is_beyond:
        return "fail", reason
    return (
        "undecided",
        f"{reason}: the interval contains the threshold; more cases are needed to decide",
    )


def _of_drop(
    gate: Gate, regression: Regression, p_value: float | None, alpha: float, level: float
) -> Outcome:
    pairs, drop = regression.pairs, regression.drop
    if pairs is None or drop is None:
        return "undecided", str(regression.obstacle)
    if pairs.paired_count < gate.min_count:
        paired = counted(pairs.paired_count, "case is", "cases are")
        needed = counted(gate.min_count, "is", "are")
        return "undecided", f"{paired} paired, at least {needed} needed"
    reason = _worded_drop(regression, drop)
    if gate.requirement == POINT:
        allowed = gate.max_drop or 0.0
        return ("fail" if drop > allowed else "pass"), f"{reason}, at most {allowed:g} is allowed"
    return _of_tested_drop(gate, regression, pairs, p_value, alpha, level)


def _of_tested_drop(
    gate: Gate, regression: Regression, pairs: Paired, p_value: float | None, alpha: float,
    level: float,
) -> Outcome:  # fmt: skip
    """Fail a drop that is shown; pass others by the gate's requirement, ruled out at a level."""
    allowed, drop = gate.max_drop or 0.0, regression.drop or 0.0
    reason = _worded_drop(regression, drop)
    if p_value is None:
        what = "a single pair" if pairs.paired_count == 1 else "a single cluster"
        return "undecided", f"{reason}: {what} is not enough to estimate the error"
    if drop > allowed and p_value <= alpha:
        return "fail", f"{reason}, more than {allowed:g} (p = {p_value:.3g})"
    if gate.requirement == RULED_OUT:
        largest = pairs.largest_drop(regression.sign, level)
        return _of_ruled_out(allowed, largest, level, pairs, reason)
    return _of_unshown_drop(gate, regression, pairs, reason)


def _of_ruled_out(
    allowed: float, largest: float | None, level: float, pairs: Paired, reason: str
) -> Outcome:
    """Pass a drop of more than ``allowed`` if its one-sided bound excludes it."""
    if largest is None:
        return "undecided", f"{reason}; {pairs.too_few} to rule out a drop"
    bound = f"{reason}, at most {largest:.4g} with one-sided {100 * (1 - level):.4g} %"
    if largest <= allowed:
        return "pass", f"{bound}: a drop of more than {allowed:g} is ruled out"
    unknown = f"a drop of more than {allowed:g} is neither shown nor ruled out"
    return "undecided", f"{bound}: {unknown}; more cases are needed to decide"


def _of_unshown_drop(
    gate: Gate, regression: Regression, pairs: Paired, reason: str
) -> Outcome:  # fmt: skip
    """Pass a drop that is not shown, unless these cases could miss too large a drop."""
    allowed, smallest = gate.max_drop or 0.0, regression.smallest_shown(gate)
    power = _power(pairs, smallest, "drop")
    if _may_miss(gate, smallest):
        return "undecided", f"{reason}; {power}, expected {gate.max_undetected:g} or less"
    return "pass", f"{reason}, not shown to be more than {allowed:g}; {power}"


def _may_miss(gate: Gate, smallest: float | None) -> bool:
    """Return True if a change of the gate's ``max_undetected`` is shown less than 80 % often."""
    is_small = smallest is not None and smallest <= (gate.max_undetected or 0.0)
    return gate.max_undetected is not None and not is_small


def _power(pairs: Paired, smallest: float | None, change: str) -> str:
    """Describe how small a ``drop`` or ``lead`` the pairs detect, or why that is unknown."""
    if pairs.can_show and pairs.reason is not None:
        return f"the smallest {change} that these cases detect is unknown ({pairs.reason})"
    size = "no" if smallest is None else "a"
    of = "" if smallest is None else f" of {smallest:.3g}"
    return f"these cases detect {size} {change}{of} with 80 % power"


def _of_lead(
    gate: Gate, measured: Measured, lead: SystemLead, p_value: float | None, alpha: float,
    level: float,
) -> Outcome:  # fmt: skip
    """Decide whether a lead over others is shown at ``level``, or only at ``alpha``."""
    if lead.is_without_controls:
        return "broken", str(lead.obstacle)
    pairs = lead.pairs
    if pairs is None:
        return "undecided", str(lead.obstacle)
    if pairs.paired_count < gate.min_count:
        paired = counted(pairs.paired_count, "case is", "cases are")
        needed = counted(gate.min_count, "is", "are")
        return "undecided", f"{paired} paired with {lead.over_system_id}, at least {needed} needed"
    reason = f"{gate.metric} is {measured.value:.6g}"
    other = f"{lead.described_other} on {counted(pairs.paired_count, 'paired case')}"
    if p_value is None:
        what = "a single pair" if pairs.paired_count == 1 else "a single cluster"
        return (
            "undecided",
            f"{reason}, compared with {other}: {what} is not enough to estimate the error",
        )
    other = f"{other} (p = {p_value:.3g})"
    if p_value <= alpha:
        shown = f"{reason}, shown to beat {lead.others}; hardest to beat is {other}"
        late = f"{shown}, not at the level {level:.2g} of this try"
        return ("pass", shown) if p_value <= level else ("undecided", late)
    return _of_unshown_lead(gate, lead, pairs, alpha, f"{reason}, not shown to beat {other}")


def _of_unshown_lead(
    gate: Gate, lead: SystemLead, pairs: Paired, alpha: float, reason: str
) -> Outcome:  # fmt: skip
    """Fail a lead that is not shown; undecided if these cases are too few to show one."""
    if not pairs.can_show_lead(alpha):
        units = counted(pairs.unit_count, "cluster" if pairs.is_clustered else "case")
        return "undecided", f"{reason}: {units} cannot show any lead, however large"
    if _may_miss(gate, lead.smallest_shown):
        power = _power(pairs, lead.smallest_shown, "lead")
        return "undecided", f"{reason}: {power}, expected {gate.max_undetected:g} or less"
    return "fail", reason


def _worded_drop(regression: Regression, drop: float) -> str:
    pairs, interval = regression.pairs, regression.interval
    bounds = "" if interval is None else f" [{interval[0]:.4g}, {interval[1]:.4g}]"
    count = 0 if pairs is None else pairs.paired_count
    word = "worse" if drop > 0 else "better" if drop < 0 else "the same"
    size = f"{abs(drop):.4g} {word}" if drop else word
    than = "as" if not drop else "than"
    note = f", drop{bounds}" if bounds else ""
    return f"{size} {than} {regression.baseline_words} on {counted(count, 'paired case')}{note}"


def _threshold(gate: Gate) -> str:
    words = gate.bounds_in_words
    return f"{words} ({gate.rule})" if gate.rule else words


def _is_within(gate: Gate, value: float) -> bool:
    return (gate.minimum is None or value >= gate.minimum) and (
        gate.maximum is None or value <= gate.maximum
    )
