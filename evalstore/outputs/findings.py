"""Names of findings, and what is said of them, for outputs that list them."""

from collections import Counter
from collections.abc import Sequence

from evalstore.charts.drawing.text import one_line
from evalstore.reviews.review import Finding

NAME_LENGTH = 200


def finding_names(findings: Sequence[Finding]) -> list[str]:
    """
    Return a name for each finding, no two the same where their validators or variants differ.

    Each is one line of visible characters, such as ``no-regression (graph_rag, domain=history)``.
    """
    names = [_name(finding) for finding in findings]
    counts = Counter(names)
    return [
        name if counts[name] == 1 else _name(finding, is_full=True)
        for name, finding in zip(names, findings, strict=True)
    ]


def said(finding: Finding) -> list[str]:
    """Return the sentence on a finding, and the gate's own reason where that says more."""
    reason = "" if finding.reason in finding.sentence else finding.reason
    return [part for part in (finding.sentence, reason) if part]


def _name(finding: Finding, *, is_full: bool = False) -> str:
    parts = [finding.system_id or ""]
    if (finding.slice_name or "all") != "all":
        parts.append(f"{finding.slice_name}={finding.slice_value or '*'}")
    if is_full:
        parts += [finding.validator_id or "", finding.variant or ""]
    said = ", ".join(part for part in parts if part)
    return one_line(f"{finding.gate_id} ({said})" if said else finding.gate_id, NAME_LENGTH)
