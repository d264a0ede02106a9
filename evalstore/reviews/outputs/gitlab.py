"""
Code quality report for GitLab: one entry for each finding that does not pass.

GitLab compares the report of a merge request with that of its target branch by fingerprints. An
entry's fingerprint depends on the gate and never on its value: the entry counts as new when the
gate begins to fail, and as resolved when it passes. Each entry needs a file and line, for which
the line of the gate in the configuration is used. Fields and severities are those of
https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format.
"""

import hashlib
import json

from evalstore.gates.places import GatePlaces
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.outputs.findings import finding_names, taxonomy_text
from evalstore.reviews.review import Finding, Review

SEVERITIES = {"broken": "blocker", "fail": "critical", "undecided": "major"}
DESCRIPTION_LENGTH = 1000


def text(review: Review, places: GatePlaces) -> str:
    """Return the report as JSON, an empty list if every gate passes."""
    names = finding_names(review.findings)
    entries = [
        _entry(review, finding, name, places)
        for finding, name in zip(review.findings, names, strict=True)
        if finding.answer != "pass"
    ]
    # ASCII only, because lone surrogates cannot be written as UTF-8.
    return json.dumps(entries, indent=1) + "\n"


def _entry(review: Review, finding: Finding, name: str, places: GatePlaces) -> dict[str, object]:
    sentence = finding.sentence or finding.reason
    kind = "" if finding.is_blocking else "informational, "
    tags = taxonomy_text(review, finding)
    line = f"{name}, {kind}{finding.answer}: {sentence}{f' {tags}' if tags else ''}"
    description = one_line(line, DESCRIPTION_LENGTH)
    return {
        "description": description,
        "check_name": one_line(f"evalstore/{finding.gate_id}", DESCRIPTION_LENGTH),
        "fingerprint": _fingerprint(review, finding),
        "severity": SEVERITIES[finding.answer] if finding.is_blocking else "info",
        "location": {"path": places.path, "lines": {"begin": places.line(finding.gate_id)}},
    }


def _fingerprint(review: Review, finding: Finding) -> str:
    """Return the SHA-256, in hex, of a gate and the row that it decides, the same in each run."""
    identity = (
        review.run.suite,
        finding.gate_id,
        finding.metric,
        finding.system_id,
        finding.validator_id,
        finding.slice_name,
        finding.slice_value,
        finding.variant,
    )
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()
