"""Explain a gate's decision in sentences with its numbers."""

from collections.abc import Iterator

from evalstore.base.phrases import counted
from evalstore.gates.control import Control
from evalstore.gates.decide import EXIT_CODES, Decision
from evalstore.gates.gate import NONE_MISSES, POINT, RULED_OUT, Gate
from evalstore.gates.lead import SystemLead
from evalstore.gates.measured import Measured
from evalstore.gates.regression import Regression
from evalstore.metrics.catalog import catalog


def explained(decision: Decision, control: Control) -> str:
    """Return sentences that explain a decision, one fact per line."""
    gate = decision.gate
    metric = catalog()[gate.metric]
    note = ", for information only" if gate.is_informational else ""
    code = EXIT_CODES[decision.answer]
    scale = f"In {metric.unit}, {metric.range}; better: {metric.better}."
    lines = [
        f"Gate {gate.gate_id}: {decision.answer} (exit code {code}{note}).",
        f"Because: {decision.reason}.",
        f"{gate.metric}: {metric.sentence} {scale}",
        f"It must be {gate.threshold}.",
    ]
    if gate.slice_value is None:
        asked = "no value may be shown to miss that" if gate.each == NONE_MISSES else "all of them"
        lines.append(f"It is asked of every value of {gate.slice_name}: {asked}.")
    if decision.measured is not None:
        lines += _of_value(decision.measured, gate)
        lines += _of_judges(decision, decision.measured)
    if decision.bound_p_value is not None:
        lines.append(
            f"p-value of a missed bound: {decision.bound_p_value:.4g} with control "
            f"{control.method}; the gate fails if its interval misses the bound and this is at "
            f"most {control.alpha:g}."
        )
    if decision.regression is not None:
        lines += _of_regression(decision, decision.regression, control)
    if decision.lead is not None:
        lines += _of_lead(decision, decision.lead, control)
    lines.append(
        f"Run `evalstore show {gate.metric} --slice {gate.slice_name}` to list the rows, and "
        "`evalstore failures` to list what failed."
    )
    return "\n".join(lines)


def _of_judges(decision: Decision, measured: Measured) -> Iterator[str]:
    for judged in decision.judged:
        cases = counted(judged.case_count, "case")
        yield f"Judged by {measured.validator_id}, {judged.judge}: {cases}."


def _of_value(measured: Measured, gate: Gate) -> Iterator[str]:
    where = f"{measured.slice_name}={measured.slice_value}"
    names = [measured.system_id, where, measured.validator_id or "no validator"]
    names += [measured.variant] if measured.variant else []
    yield f"Read for {', '.join(names)}."
    if measured.value is None:
        yield f"It has no value: {counted(measured.scored_count, 'case counts', 'cases count')}."
    else:
        bounds = (
            "it has no interval in closed form"
            if measured.ci_low is None or measured.ci_high is None
            else f"95 % interval {measured.ci_low:.6g} to {measured.ci_high:.6g}, of "
            f"{catalog()[gate.metric].interval}"
        )
        yield (
            f"It is {measured.value:.6g} over {counted(measured.scored_count, 'case')} (at least "
            f"{counted(gate.min_count, 'is', 'are')} required); {bounds}."
        )
    count, expected_count, unit = measured.left_out
    yield (
        f"Left out: {count} of {expected_count} expected {unit}, {measured.left_out_share:.2%}; "
        f"more than {gate.max_error_rate:.2%} breaks the gate. "
        f"{counted(measured.error_count, 'case is', 'cases are')} lost to errors, "
        f"{counted(measured.unscored_count, 'is', 'are')} unscored."
    )


def _of_regression(decision: Decision, regression: Regression, control: Control) -> Iterator[str]:
    pairs, gate = regression.pairs, decision.gate
    if regression.baseline_reason:
        yield f"The baseline: {regression.baseline_reason}."
    if pairs is None:
        yield (
            f"Compared with {regression.baseline_run_id or gate.baseline}: {regression.obstacle}."
        )
        return
    worse, better = pairs.lower_count, pairs.higher_count
    if regression.sign > 0:
        worse, better = better, worse
    moved = (
        "cases with several attempts count with their mean."
        if pairs.is_repeated
        else f"{better} better now, {worse} worse, {pairs.equal_count} the same."
    )
    yield (
        f"Compared with {regression.baseline_run_id} ({gate.baseline}): "
        f"{counted(pairs.paired_count, 'case is', 'cases are')} in both runs, "
        f"{pairs.left_only_count} only in the baseline, {pairs.right_only_count} only in this "
        f"run; {moved}"
    )
    kind = (
        f"clustered, {counted(pairs.cluster_count, 'cluster')}" if pairs.is_clustered else "paired"
    )
    if regression.interval is not None and pairs.error is not None:
        yield (
            f"It is worse by {regression.drop:.6g}, 95 % interval {regression.interval[0]:.6g} to "
            f"{regression.interval[1]:.6g} (standard error {pairs.error:.4g}, {kind})."
        )
    elif pairs.paired_count and regression.drop is not None:
        yield f"It is worse by {regression.drop:.6g}; the interval is unknown ({kind})."
    smallest = regression.smallest_shown(gate)
    if smallest is not None:
        yield f"A drop of {smallest:.4g} is detected with 80 % power."
    elif pairs.reason is None:
        yield "No drop is detected with 80 % power."
    else:
        yield f"The smallest detectable drop is unknown: {pairs.reason}."
    if gate.requirement != POINT and decision.p_value is not None:
        raw = "" if regression.p_value is None else f"{regression.p_value:.4g} alone, "
        yield (
            f"p-value of a drop beyond {gate.max_drop:g}: {raw}{decision.p_value:.4g} with "
            f"control {control.method}; the gate fails if it is at most {control.alpha:g}."
        )
    if gate.requirement == RULED_OUT:
        yield from _of_bound(gate, regression, control.alpha)


def _of_bound(gate: Gate, regression: Regression, alpha: float) -> Iterator[str]:
    pairs = regression.pairs
    largest = None if pairs is None else pairs.largest_drop(regression.sign, alpha)
    if largest is not None:
        yield (
            f"With one-sided confidence of {100 * (1 - alpha):g} % it is worse by at most "
            f"{largest:.6g}; the gate passes if that is at most {gate.max_drop:g}."
        )


def _of_lead(decision: Decision, lead: SystemLead, control: Control) -> Iterator[str]:
    pairs = lead.pairs
    if pairs is None:
        yield f"Compared with {', '.join(decision.gate.must_beat)}: {lead.obstacle}."
        return
    cases = counted(pairs.paired_count, "case is", "cases are")
    yield (
        f"It must beat {lead.others}. Hardest to beat is {lead.described_other}: {cases} "
        f"paired, {pairs.left_only_count} only of that system, {pairs.right_only_count} only of "
        "this one."
    )
    if lead.interval is not None:
        yield (
            f"The lead is {lead.value:.6g}, 95 % interval {lead.interval[0]:.6g} to "
            f"{lead.interval[1]:.6g} ({pairs.test})."
        )
    if lead.p_value is not None and decision.lead_p_value is not None:
        yield (
            "One-sided p-value of the lead, the largest over all systems that it must beat: "
            f"{lead.p_value:.4g} alone, {decision.lead_p_value:.4g} with control "
            f"{control.method}; a lead is shown if it is at most {control.alpha:g}. All of them "
            "must be beaten, so their number needs no correction (Berger 1982)."
        )
