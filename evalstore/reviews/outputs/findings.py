"""Names and texts of findings, for outputs that list them."""

from collections import Counter
from collections.abc import Sequence

from evalstore.base.phrases import bracketed
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.review import Finding, Review, ReviewedCase

NAME_LENGTH = 200


def finding_names(findings: Sequence[Finding]) -> list[str]:
    """
    Return a name for each finding; names differ if validators or variants differ.

    Each is one line of visible characters, such as ``no-regression (graph_rag, domain=history)``.
    """
    names = [_name(finding) for finding in findings]
    counts = Counter(names)
    return [
        name if counts[name] == 1 else _name(finding, is_full=True)
        for name, finding in zip(names, findings, strict=True)
    ]


def taxonomy_text(review: Review, finding: Finding) -> str:
    """Return the kinds of failure of a finding's cases, such as ``[hallucination]``."""
    if finding.answer == "pass":
        return ""
    kinds = {kind for case in cases_of(review, finding) for kind in case.taxonomy}
    return " ".join(bracketed(sorted(kinds)))


def cases_of(review: Review, finding: Finding) -> list[ReviewedCase]:
    """Return the failing cases of a finding that the review contains."""
    wanted = set(finding.cases)
    return [
        case
        for case in review.cases
        if case.case_id in wanted and case.system_id == (finding.system_id or case.system_id)
    ]


def said(finding: Finding) -> list[str]:
    """Return the sentence of a finding, and the gate's reason unless the sentence contains it."""
    reason = "" if finding.reason in finding.sentence else finding.reason
    return [part for part in (finding.sentence, reason) if part]


def _name(finding: Finding, *, is_full: bool = False) -> str:
    parts = [finding.system_id or ""]
    if (finding.slice_name or "all") != "all":
        parts.append(f"{finding.slice_name}={finding.slice_value or '*'}")
    if is_full:
        parts += [finding.validator_id or "", finding.variant or ""]
    details = ", ".join(part for part in parts if part)
    return one_line(f"{finding.gate_id} ({details})" if details else finding.gate_id, NAME_LENGTH)
