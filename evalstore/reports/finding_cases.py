"""The cases that each decision of a run is about, as numbers of the cases of its page."""

import json
from dataclasses import replace
from typing import Final

from evalstore.reports.gate_row import anchor_of
from evalstore.reports.rows import anchor
from evalstore.reviews.affected import with_cases
from evalstore.reviews.review import Review
from evalstore.store.reader import Reader

# More cases than a run has; a list in DuckDB may hold as many.
NO_LIMIT: Final = 1 << 31


def gates_of_index(
    reader: Reader, run_id: str, review: Review | None, case_ids: str
) -> list[dict[str, object]]:
    """
    Return the address of each decision, its system, and the numbers of all cases it is about.

    ``case_ids`` is JSON: the ids of cases in the order of the page. A decision that is about more
    cases than the review names is read again, so that its list has as many as its sentence says.
    """
    if review is None:
        return []
    findings = list(review.findings)
    if any(item.case_count > len(item.cases) for item in findings):
        bare = [replace(item, cases=()) for item in findings]
        findings = with_cases(reader, run_id, bare, review.baseline, case_limit=NO_LIMIT)
    numbers = {case_id: place for place, case_id in enumerate(json.loads(case_ids))}
    return [
        {
            "anchor": anchor_of(run_id, finding),
            "gate": finding.gate_id,
            "metric": finding.metric,
            "system": finding.system_id,
            "validator": finding.validator_id,
            "became_wrong": bool(finding.became_wrong_count),
            "cases": sorted(numbers[case_id] for case_id in finding.cases if case_id in numbers),
        }
        for finding in findings
    ]


def failing_of_index(run_id: str, system_ids: str) -> dict[str, str]:
    """Return the system of each address of failing cases; ``system_ids`` is JSON."""
    return {anchor("failing", run_id, system): system for system in json.loads(system_ids)}
