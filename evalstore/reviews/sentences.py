"""Findings and smallest drops as sentences in plain text, which every output escapes itself."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from evalstore.gates.decide import BY_FACTS_ALONE, PRECEDENCE
from evalstore.reviews.charts.drawing.numbers import counted, number
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.review import BaselineChoice, Finding, Review
from evalstore.statistics.paired import UNITS_MIN

NAME_LENGTH: Final = 80
REASON_LENGTH: Final = 300
DIGITS: Final = 2
DIGITS_MAX: Final = 6
# The beginning of the part of a decision's reason that is about a lead.
BEATEN: Final = "shown to beat "
POWER_WORDS: Final = "with 80 % power"
# Gates named with the chance of a false block, those of the largest first.
GATES_SHOWN: Final = 5
# A smaller share is not told from none by one digit after the point.
PERCENT_MIN: Final = 0.1


@dataclass(frozen=True)
class JudgedAnswers:
    """
    What was judged in a run, to explain why a number of it is unknown.

    ``is_scored`` is True if accuracy counts a case; ``deciding`` are the validators that found an
    answer right or wrong, ``measuring`` those that measured; ``primary`` is empty without a
    primary one. ``has_readings`` is True if a critic read weeks.
    """

    is_scored: bool
    deciding: tuple[str, ...]
    measuring: tuple[str, ...]
    primary: str
    has_readings: bool


def finding_sentence(finding: Finding, baseline: BaselineChoice | None) -> str:
    """Return one sentence: metric, system, slice, value, threshold and changed cases."""
    text = f"{_subject(finding)} {_predicate(finding)}{_changed(finding, baseline)}"
    is_unsaid = finding.is_by_facts_alone and BY_FACTS_ALONE not in text
    return f"{text}; {BY_FACTS_ALONE}." if is_unsaid else f"{text}."


def decision_sentence(review: Review) -> str:
    """Return the overall decision of a review's gates in one line."""
    blocking = review.blocking
    if not review.answer:
        elsewhere = counted(len(review.findings), "decision")
        note = f"; {elsewhere} of other stores" if review.findings else ""
        return f"No gate has decided on this run{note}."
    if not blocking:
        count = sum(not finding.is_foreign for finding in review.findings)
        return f"{counted(count, 'decision')} for information only, so none can fail."
    counts = {
        answer: sum(finding.answer == answer for finding in blocking) for answer in PRECEDENCE
    }
    total = counted(len(blocking), "decision") + _by_facts(blocking)
    if review.answer == "pass":
        return f"Pass: {total}, none fails."
    words = {"fail": "failed", "broken": "broken", "undecided": "undecided", "pass": "passed"}
    parts = [f"{count} {words[answer]}" for answer, count in counts.items() if count]
    return f"{review.answer.capitalize()}: of {total}, {', '.join(parts)}."


def _by_facts(findings: Sequence[Finding]) -> str:
    count = sum(finding.is_by_facts_alone for finding in findings)
    if not count:
        return ""
    return f" {BY_FACTS_ALONE}" if count == len(findings) else f" ({count} {BY_FACTS_ALONE})"


def smallest_drop_of(findings: Sequence[Finding]) -> str:
    """
    Describe the smallest drop that the cases of the worst paired finding could have shown.

    Empty without such a finding.
    """
    for finding in findings:
        if finding.paired_count is None or finding.is_foreign:
            continue
        cases = counted(finding.paired_count, "shared case")
        what = f"{finding.metric} of {_name(finding.system_id)}{_slice(finding)}"
        smallest = finding.minimum_detectable_effect
        if not smallest:
            return _unknown_size(finding, cases, what)
        return (
            f"With {cases}, a drop of {number(smallest, DIGITS + 1)} in {what} is detected "
            f"{POWER_WORDS}."
        )
    return ""


def false_blocks_of(findings: Sequence[Finding]) -> str:
    """
    Tell how often each gate fails a run like this one where nothing changed; empty if none says.

    Rows of one gate are added up, as are all gates: no less than how often any of them fails.
    """
    chances: dict[str, float] = {}
    for finding in findings:
        if finding.is_blocking and finding.false_block_chance is not None:
            name = _name(finding.gate_id)
            chances[name] = chances.get(name, 0.0) + finding.false_block_chance
    if not chances:
        return ""
    ordered = sorted(chances.items(), key=lambda item: (-item[1], item[0]))
    told = [f"{name} fails {_percent(chance)}" for name, chance in ordered[:GATES_SHOWN]]
    if len(chances) > 1:
        each = f"any of {counted(len(chances), 'gate')}"
        told.append(f"{each} at most {_percent(math.fsum(chances.values()))}")
    return f"Of runs like this one where nothing changed, {', '.join(told)}."


def _percent(chance: float) -> str:
    share = 100.0 * min(1.0, chance)
    return "less than 0.1 %" if 0.0 < share < PERCENT_MIN else f"{share:.1f} %"


def _unknown_size(finding: Finding, cases: str, what: str) -> str:
    """Explain why the smallest detectable drop of a paired finding is unknown."""
    is_zero = finding.minimum_detectable_effect == 0.0
    if not is_zero and (finding.paired_count or 0) < UNITS_MIN:
        return (
            f"With {cases}, no drop in {what} can be detected: fewer than {UNITS_MIN} cases are "
            "paired."
        )
    unknown = f"The smallest detectable drop in {what} is unknown"
    if finding.drop_low is not None and 0.0 < abs(finding.drop or 0.0) < 1.0:
        return f"With {cases}, no drop in {what}, however large, is detected {POWER_WORDS}."
    # Older decisions record a size of 0; an interval without a size is that of equal pairs.
    if is_zero or finding.drop_low is not None:
        vary = "all differ by the same amount" if finding.drop else "do not differ at all"
        return f"{unknown}: {cases} {vary}, so their variation is unknown."
    return (
        f"{unknown}: {cases} form fewer than {UNITS_MIN} clusters, or all differ by the same "
        "amount."
    )


def detectable_sentence(
    findings: Sequence[Finding], value: float, system_id: str, scored_count: int
) -> str:
    """Describe the smallest difference in accuracy from a fixed number that cases could show."""
    cases = counted(scored_count, "case")
    has_reference = any(item.max_drop is not None and not item.is_foreign for item in findings)
    why = "No case is paired with a" if has_reference else "No gate is compared with a"
    return (
        f"{why} baseline. With {cases} of {_name(system_id)}, a difference in accuracy of "
        f"{number(value, DIGITS + 1)} from a fixed threshold is detected {POWER_WORDS}."
    )


def unknown_drop_sentence(run: JudgedAnswers) -> str:
    """Explain why a difference in accuracy has no smallest size; empty if only weeks were read."""
    unknown = "The smallest detectable drop is unknown"
    if run.is_scored:
        return f"{unknown}: only one case was scored, or all scored cases count the same."
    names = ", ".join(_name(name) for name in run.deciding)
    if run.deciding and not run.primary:
        return f"{unknown}: none of the validators of the run is the primary one: {names}."
    if run.deciding:
        return f"{unknown}: {_name(run.primary)}, the primary validator, scored no case."
    if run.measuring:
        names = ", ".join(_name(name) for name in run.measuring)
        return f"{unknown}: the verdicts are measurements, not right or wrong: {names}."
    return "" if run.has_readings else f"{unknown}: no case was scored."


def nothing_left_out_sentence(run: JudgedAnswers, *, is_counted: bool) -> str:
    """
    Describe a run whose numbers leave no case out; empty if only weeks were read.

    ``is_counted`` is True if accuracy or the mean counts a case of a system that is no control.
    """
    if is_counted:
        return "No case was left out."
    uncounted = "No case was counted"
    judging = (*run.deciding, *run.measuring)
    if judging and not run.primary:
        names = ", ".join(_name(name) for name in judging)
        return f"{uncounted}: none of the validators of the run is the primary one: {names}."
    if judging:
        return f"{uncounted}: only controls were judged."
    return "" if run.has_readings else f"{uncounted}: no answer was judged."


def _name(text: str) -> str:
    return one_line(text, NAME_LENGTH)


def _slice(finding: Finding) -> str:
    parts = [f" on {_name(finding.where)}"] if finding.where else []
    parts += [f" ({_name(finding.variant)})"] if finding.variant else []
    return "".join(parts)


def _subject(finding: Finding) -> str:
    of = f" of {_name(finding.system_id)}" if finding.system_id else ""
    return f"{_name(finding.metric)}{of}{_slice(finding)}"


def _predicate(finding: Finding) -> str:
    if finding.answer == "broken":
        return f"is unreliable: {_reason(finding)}"
    if finding.value is None:
        return f"could not be decided: {_reason(finding)}"
    bound, words = _bound(finding)
    digits = max(_digits(finding.value, bound), _digits_of(finding.low, finding.high))
    value = number(finding.value, digits)
    if finding.low is not None and finding.high is not None:
        value += f" [{number(finding.low, digits)}, {number(finding.high, digits)}]"
    has_drop = finding.drop is not None and finding.max_drop is not None
    drop = _drop(finding) if has_drop else ""
    lead = _lead(finding)
    if finding.answer == "undecided":
        return f"is undecided at {value}{_must(finding, bound)}{drop}: {_reason_alone(finding)}"
    shown = f"is {value}"
    if bound is not None:
        shown += f", {words.format(number(bound, digits))}"
    elif not has_drop and not lead:
        # A decision that does not record its bounds.
        shown += _must(finding, None)
    if not has_drop and not finding.reason.startswith(f"{finding.metric} is"):
        shown += f": {_reason(finding)}"
    return shown + drop + lead


def _must(finding: Finding, bound: float | None) -> str:
    """Return the threshold in the gate's words, empty if a drop is compared instead."""
    if finding.drop is not None and bound is None:
        return ""
    return f", must be {_name(finding.threshold)}" if finding.threshold else ""


def _reason_alone(finding: Finding) -> str:
    """Return the reason without a value and threshold at its beginning."""
    reason = _reason(finding)
    head, colon, why = reason.partition(": ")
    return why if colon and head.startswith(f"{finding.metric} is") else reason


def _bound(finding: Finding) -> tuple[float | None, str]:
    """Return the bound that applies to a value, and the words around it."""
    value, minimum, maximum = finding.value, finding.minimum, finding.maximum
    if value is None:
        return None, ""
    if minimum is not None and (maximum is None or value < (minimum + maximum) / 2):
        return minimum, "below the required {}" if value < minimum else "at least {} as required"
    if maximum is not None:
        return maximum, "above the allowed {}" if value > maximum else "at most {} as allowed"
    return None, ""


def _digits(value: float, bound: float | None) -> int:
    """Return the digits needed to distinguish a value from its bound; the fewest if equal."""
    if bound is None or value == bound:
        return DIGITS
    digits = range(DIGITS, DIGITS_MAX)
    return next(
        (count for count in digits if number(value, count) != number(bound, count)), DIGITS_MAX
    )


def _digits_of(low: float | None, high: float | None) -> int:
    """Return the digits needed to distinguish the ends of an interval."""
    return DIGITS if low is None or high is None else min(_digits(low, high), DIGITS + 1)


def _drop(finding: Finding) -> str:
    drop, allowed = finding.drop or 0.0, finding.max_drop or 0.0
    bounds_digits = _digits_of(finding.drop_low, finding.drop_high)
    digits = max(_digits(abs(drop), allowed), bounds_digits)
    than = f"{_name(finding.baseline_run_id)}{_reference(finding.baseline_reference)}"
    word = "worse than" if drop > 0 else "better than" if drop < 0 else "no worse than"
    size = f"{number(abs(drop), digits)} " if drop else ""
    bounds = ""
    if finding.drop_low is not None and finding.drop_high is not None:
        low, high = number(finding.drop_low, digits), number(finding.drop_high, digits)
        bounds = f" (drop [{low}, {high}])"
    cases = counted(finding.paired_count or 0, "shared case")
    most = f"at most {number(allowed, digits)}" if allowed else "none"
    rule = f", {most} is allowed" if drop > 0 else ""
    return f", {size}{word} {than} on {cases}{bounds}{rule}"


def _lead(finding: Finding) -> str:
    """Return the decision's words about a lead over other systems, empty without one."""
    if not finding.must_beat:
        return ""
    reason = _reason(finding)
    phrase = f"not {BEATEN}" if f"not {BEATEN}" in reason else BEATEN
    start = reason.find(phrase)
    return f", {reason[start:]}" if start >= 0 else ""


def _changed(finding: Finding, baseline: BaselineChoice | None) -> str:
    wrong, right = finding.became_wrong_count, finding.became_right_count
    count = finding.changed_of_count
    if wrong is None or right is None or not count:
        return ""
    text = f"; {f'{wrong:,}' if wrong else 'none'} of {counted(count, 'case')} became wrong"
    if right:
        text += f" and {right:,} right"
    if finding.drop is not None:
        # The sentence already names the baseline.
        return text
    run_id = finding.baseline_run_id or (baseline.run_id if baseline else "")
    reference = finding.baseline_reference or (baseline.reference if baseline else "")
    return f"{text} since {_name(run_id)}{_reference(reference)}"


def _reference(reference: str) -> str:
    return f" ({_name(reference)})" if reference and not reference.startswith("run:") else ""


def _reason(finding: Finding) -> str:
    return one_line(finding.reason, REASON_LENGTH).rstrip(".")
