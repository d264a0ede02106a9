"""Sentences for a comparison: what each row shows, and how small an effect it could show."""

from collections.abc import Iterable

from evalstore.base.phrases import counted
from evalstore.statistics.compared import NO_PAIRS, SAME, UNKNOWN, ComparedRow
from evalstore.statistics.paired import LEVEL
from evalstore.store.query.queries import SLICES_OF_USE, Slice

# Words for a case that fell and for one that rose, by whether higher is better, worse or neither.
CHANGES = {1: ("worse", "better"), -1: ("better", "worse"), 0: ("lower", "higher")}


def title(row: ComparedRow) -> str:
    """Return the title of a row: its systems, metric, slice and variant."""
    parts = (systems_of(row), row.metric.name, slice_of(row), row.pairs.variant)
    return ", ".join(part for part in parts if part)


def said(row: ComparedRow) -> str:
    """Return a sentence on what a row shows, and how small an effect it could show."""
    return f"{_verdict(row)}; {power(row)}" if row.pairs.paired_count else _verdict(row)


def _verdict(row: ComparedRow) -> str:
    pairs = row.pairs
    if row.verdict == NO_PAIRS:
        return f"no pairs: {row.pairs.reason}"
    if pairs.difference is None or row.verdict == UNKNOWN:
        return f"it is unknown whether right differs: {row.pairs.reason}"
    if row.verdict == SAME:
        text = SAME
    else:
        text = f"right is {row.verdict} by {abs(pairs.difference):.4g}"
    remark = disagreement(row)
    return f"{text} ({remark})" if remark else text


def corrected(row: ComparedRow) -> str:
    """
    Return a sentence on the difference as people's labels correct it; empty without labels.

    It says what the judge alone finds on the same cases, and why there is no corrected value.
    """
    found = row.corrected
    if found is None:
        return ""
    if found.difference is None:
        return f"not corrected by labels of people: {found.reason}"
    labels = counted(found.label_count, "case")
    if found.is_clustered:
        labels += f" in {counted(found.unit_count, 'cluster')}"
    return (
        f"corrected by {labels} that people labelled for both: {found.difference:.4g}, 95 % "
        f"{found.ci_low:.4g} to {found.ci_high:.4g}; {row.validator_id} alone says "
        f"{found.judged_difference:.4g} of the {found.judged_count} cases with both replies"
    )


def disagreement(row: ComparedRow) -> str:
    """Return which decides if interval and p-value disagree about 0, else an empty string."""
    interval = row.pairs.interval
    if interval is None or row.p_value is None:
        return ""
    low, high = interval
    is_outside = low > 0.0 or high < 0.0
    if is_outside != (row.verdict == SAME):
        return ""
    is_adjusted = row.verdict == SAME and row.p_value <= LEVEL
    p_value = row.adjusted_p_value if is_adjusted else row.p_value
    test = "the adjusted p" if is_adjusted else f"the p of {row.pairs.test}"
    where = "leaves out" if is_outside else "contains"
    return f"the interval {where} 0; {test}, {p_value:.3g}, decides"


def power(row: ComparedRow) -> str:
    """Describe how small an effect the pairs of a row could show."""
    smallest = row.pairs.minimum_detectable_effect
    what = counted(row.pairs.paired_count, "pair")
    if not row.pairs.can_show:
        return f"{row.pairs.too_few} to show any difference"
    if smallest is None:
        if row.pairs.reason is not None:
            return f"the difference that {what} can show is unknown: {row.pairs.reason}"
        return f"{what} are too few to detect any difference with 80 % power"
    return f"with {what} a difference of {smallest:.2g} is detected with 80 % power"


def systems_of(row: ComparedRow) -> str:
    """Return the system, or ``left : right`` if they differ; controls are marked."""
    left, right = row.left.system_id, row.right.system_id
    names = left if left == right else f"{left} : {right}"
    return f"{names} (control)" if row.is_control else names


def slice_of(row: ComparedRow) -> str:
    """Return the slice as text, such as domain=history."""
    value = row.pairs.slice_value
    return "all" if row.slice_name == value == "all" else f"{row.slice_name}={value}"


def notes_on_slices(parts: Iterable[Slice]) -> list[str]:
    """
    Return a note if slices depend on the attempts themselves, so that pairs may be selected.

    >>> notes_on_slices([Slice("domain")])
    []
    """
    names = [part.name for part in parts if part.name in SLICES_OF_USE]
    if not names:
        return []
    spoken = ", ".join(dict.fromkeys(names))
    about = "the slice depends on what attempts used, not on the question"
    pairs = "the cases in the same slice on both sides, which may be easier ones"
    return [f"{spoken}: {about}. Pairs are {pairs}"]
