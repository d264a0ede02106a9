"""
Decide a gate on one row of a metric: pass, fail, undecided or broken.

A run that is not completed, a NULL and too few cases decide nothing. Where more was left out
than ``max_error_rate`` allows, the gate is broken: leaving errors out can never help to pass.
A value that misses its threshold still fails. A confident gate decides by the interval:
all of it beyond the threshold, or nothing is decided. One that holds a run against a baseline
blocks only a drop that is shown, and says how small a drop these cases could have shown. One that
must beat other systems passes only where a lead over each of them is shown.
"""

from dataclasses import dataclass
from typing import Literal

from evalstore.base.phrases import counted
from evalstore.gates.gate import CONFIDENT, Gate
from evalstore.gates.lead import SystemLead
from evalstore.gates.measured import Measured
from evalstore.gates.regression import Regression
from evalstore.statistics.paired import Paired
from evalstore.statistics.verdict_identity import JudgedCases
from evalstore.store.query.queries import MEASUREMENT

Answer = Literal["pass", "fail", "undecided", "broken"]
# The exit code of each answer, and which of two weighs more.
EXIT_CODES: dict[Answer, int] = {"pass": 0, "fail": 1, "undecided": 3, "broken": 4}
PRECEDENCE: tuple[Answer, ...] = ("fail", "broken", "undecided", "pass")
NOT_PASSING = PRECEDENCE[:-1]
Outcome = tuple[Answer, str]
# In the reason of a decision that rests on facts of runs whose events are not here.
BY_FACTS_ALONE = "by facts alone"


@dataclass(frozen=True, slots=True)
class Decision:
    """
    What a gate decided, and why; the p-values of a drop and a lead are adjusted for all gates.

    ``judged`` is who judged the run, and how many cases each; ``by_facts`` are the runs that it
    read whose events are not here.
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
    by_facts: tuple[str, ...] = ()


def decide(
    gate: Gate,
    measured: Measured,
    *,
    is_completed: bool,
    regression: Regression | None = None,
    p_value: float | None = None,
    lead: SystemLead | None = None,
    lead_p_value: float | None = None,
    alpha: float = 0.05,
) -> Decision:
    """
    Decide one gate on one row; ``is_completed`` says whether the run came to its end.

    ``regression`` is the run beside its baseline, ``p_value`` that of a drop after adjustment,
    ``lead`` the system beside those it must beat, ``lead_p_value`` that of its lead after
    adjustment, and ``alpha`` the level at which a drop or a lead is shown.
    """
    if not is_completed:
        said: Outcome = ("undecided", "the run did not complete")
    else:
        parts = [_of_value(gate, measured)]
        if regression is not None:
            parts.append(_of_drop(gate, regression, p_value, alpha))
        if lead is not None:
            parts.append(_of_lead(gate, measured, lead, lead_p_value, alpha))
        kept = [part for part in parts if part is not None]
        answer = min((answer for answer, _ in kept), key=PRECEDENCE.index)
        said = (answer, "; ".join(reason for _, reason in kept))
        left_out = measured.left_out_share
        if answer != "fail" and left_out > gate.max_error_rate:
            _, expected_count, unit = measured.left_out
            share = f"{left_out:.1%} of {expected_count} expected {unit}"
            why = "not measured" if gate.metric == MEASUREMENT else "errors or unscored"
            said = ("broken", f"{share} are {why}, more than {gate.max_error_rate:.1%}")
    return Decision(
        gate, measured, *said, regression, p_value, lead=lead, lead_p_value=lead_p_value
    )


def place_among_answers(answer: str) -> int:
    """
    Return the place of an answer, the worst first; one that nobody knows comes last.

    >>> place_among_answers("fail"), place_among_answers("pass"), place_among_answers("")
    (0, 3, 4)
    """
    known = [*PRECEDENCE, answer]
    return known.index(answer)


def overall(decisions: list[Decision]) -> Answer:
    """Return what all gating decisions come to; informational ones do not count."""
    answers = {item.answer for item in decisions if not item.gate.is_informational}
    return next((answer for answer in PRECEDENCE if answer in answers), "pass")


def _of_value(gate: Gate, measured: Measured) -> Outcome | None:
    """Hold the value against its thresholds; None where the gate has none."""
    scored = counted(measured.scored_count, "case counts", "cases count")
    needed = f"at least {counted(gate.min_count, 'is', 'are')} needed"
    if measured.value is None:
        return "undecided", f"{gate.metric} is not defined here: {scored}"
    if measured.scored_count < gate.min_count:
        return "undecided", f"{scored}, {needed}"
    if gate.minimum is None and gate.maximum is None:
        return None
    threshold = _threshold(gate)
    if gate.requirement == CONFIDENT:
        return _of_interval(gate, measured, threshold)
    is_missed = not _is_within(gate, measured.value)
    said = f"{gate.metric} is {measured.value:.6g}, must be {threshold}"
    return ("fail" if is_missed else "pass"), said


def _of_interval(gate: Gate, measured: Measured, threshold: str) -> Outcome:
    low, high = measured.ci_low, measured.ci_high
    if low is None or high is None:
        return (
            "undecided",
            f"{gate.metric} has no interval here, so nothing confident can be said of it",
        )
    said = f"{gate.metric} is {measured.value:.6g} [{low:.6g}, {high:.6g}], must be {threshold}"
    if _is_within(gate, low) and _is_within(gate, high):
        return "pass", said
    is_beyond = (gate.minimum is not None and high < gate.minimum) or (
        gate.maximum is not None and low > gate.maximum
    )
    if is_beyond:
        return "fail", said
    return "undecided", f"{said}: the interval lies on both sides; more cases would tell"


def _of_drop(gate: Gate, regression: Regression, p_value: float | None, alpha: float) -> Outcome:
    pairs, drop = regression.pairs, regression.drop
    if pairs is None or drop is None:
        return "undecided", str(regression.obstacle)
    if pairs.paired_count < gate.min_count:
        paired = counted(pairs.paired_count, "case is", "cases are")
        needed = counted(gate.min_count, "is", "are")
        return "undecided", f"{paired} paired, at least {needed} needed"
    said = _worded_drop(regression, drop)
    if gate.requirement == CONFIDENT:
        return _of_shown_drop(gate, pairs, drop, p_value, alpha, said)
    allowed = gate.max_drop or 0.0
    return ("fail" if drop > allowed else "pass"), f"{said}, at most {allowed:g} is allowed"


def _of_shown_drop(
    gate: Gate, pairs: Paired, drop: float, p_value: float | None, alpha: float, said: str
) -> Outcome:
    """Block a drop that is shown; a smaller one passes, unless too large a one could hide."""
    allowed = gate.max_drop or 0.0
    if p_value is None:
        what = "a single pair" if pairs.paired_count == 1 else "a single cluster"
        return "undecided", f"{said}: {what} tells nothing of its error"
    if drop > allowed and p_value <= alpha:
        return "fail", f"{said}, more than {allowed:g} (p = {p_value:.3g})"
    smallest = pairs.minimum_detectable_effect
    seen = (
        "no drop" if not pairs.can_show else "unknown" if smallest is None else f"{smallest:.3g}"
    )
    if gate.max_undetected is not None and (smallest is None or smallest > gate.max_undetected):
        wanted = f"{gate.max_undetected:g} is wanted"
        return "undecided", f"{said}; these cases show a drop of {seen} or more, {wanted}"
    return "pass", f"{said}, not shown to be more than {allowed:g}; {seen} would be seen"


def _of_lead(
    gate: Gate, measured: Measured, lead: SystemLead, p_value: float | None, alpha: float
) -> Outcome:
    """Hold a lead over others against the level at which it is shown."""
    if lead.is_without_controls:
        return "broken", str(lead.obstacle)
    pairs = lead.pairs
    if pairs is None:
        return "undecided", str(lead.obstacle)
    if pairs.paired_count < gate.min_count:
        paired = counted(pairs.paired_count, "case is", "cases are")
        needed = counted(gate.min_count, "is", "are")
        return "undecided", f"{paired} paired with {lead.over_system_id}, at least {needed} needed"
    said = f"{gate.metric} is {measured.value:.6g}"
    other = f"{lead.described_other} on {counted(pairs.paired_count, 'paired case')}"
    if p_value is None:
        what = "a single pair" if pairs.paired_count == 1 else "a single cluster"
        return "undecided", f"{said}, beside {other}: {what} tells nothing of its error"
    other = f"{other} (p = {p_value:.3g})"
    if p_value <= alpha:
        return "pass", f"{said}, shown to beat {lead.others}; hardest to beat is {other}"
    return _of_unshown_lead(gate, pairs, alpha, f"{said}, not shown to beat {other}")


def _of_unshown_lead(gate: Gate, pairs: Paired, alpha: float, said: str) -> Outcome:
    """Fail a lead that is not shown, unless these cases are too few to show one."""
    if not pairs.can_show_lead(alpha):
        units = counted(pairs.unit_count, "cluster" if pairs.is_clustered else "case")
        return "undecided", f"{said}: {units} can show no lead, however large"
    smallest = pairs.minimum_detectable_effect
    if gate.max_undetected is not None and (smallest is None or smallest > gate.max_undetected):
        seen = "unknown" if smallest is None else f"{smallest:.3g}"
        wanted = f"{gate.max_undetected:g} is wanted"
        return "undecided", f"{said}: these cases show a lead of {seen} or more, {wanted}"
    return "fail", said


def _worded_drop(regression: Regression, drop: float) -> str:
    pairs, interval = regression.pairs, regression.interval
    bounds = "" if interval is None else f" [{interval[0]:.4g}, {interval[1]:.4g}]"
    count = 0 if pairs is None else pairs.paired_count
    word = "worse" if drop > 0 else "better" if drop < 0 else "the same"
    size = f"{abs(drop):.4g} {word}" if drop else word
    than = "as" if not drop else "than"
    note = f", drop{bounds}" if bounds else ""
    return f"{size} {than} {regression.baseline_run_id} on {counted(count, 'paired case')}{note}"


def _threshold(gate: Gate) -> str:
    bounds = (("at least", gate.minimum), ("at most", gate.maximum))
    words = " and ".join(f"{word} {bound:g}" for word, bound in bounds if bound is not None)
    return f"{words} ({gate.rule})" if gate.rule else words


def _is_within(gate: Gate, value: float) -> bool:
    return (gate.minimum is None or value >= gate.minimum) and (
        gate.maximum is None or value <= gate.maximum
    )
