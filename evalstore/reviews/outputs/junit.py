"""
JUnit XML of a gate's decisions: one test case for each finding, valid against Jenkins' schema.

A suite fails exactly if ``gate`` exits with a code other than 0. Readers of JUnit files treat a
skipped test as harmless, and no service fails a build because of one; an undecided gate exits 3,
so it is an error of the type ``undecided``. Informational findings never fail, so those that do
not pass are skipped tests with the answer in the message.
"""

from xml.etree import ElementTree as ET

from evalstore.reviews.charts.drawing.text import one_line, visible
from evalstore.reviews.outputs.findings import cases_of, finding_names, said
from evalstore.reviews.review import Finding, Review, ReviewedCase

# The element of each answer of a gate that blocks.
ELEMENTS = {"fail": "failure", "broken": "error", "undecided": "error"}
DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'
MESSAGE_LENGTH = 500
EXCERPT_LENGTH = 400


def text(review: Review) -> str:
    """Return the file's text: one ``testsuite`` named after the suite, times in seconds."""
    name = visible(review.run.suite or "evalstore")
    elements = [_element_name(finding) for finding in review.findings]
    counts = {
        "tests": str(len(elements)),
        "failures": str(elements.count("failure")),
        "errors": str(elements.count("error")),
    }
    time = {"time": f"{_duration_seconds(review):.3f}"}
    suites = ET.Element("testsuites", {"name": "evalstore gate", **counts, **time})
    suite = ET.SubElement(
        suites, "testsuite", {"name": name, **counts, "skipped": str(elements.count("skipped"))}
    )
    suite.attrib |= time
    if review.run.started_at is not None:
        suite.set("timestamp", review.run.started_at.strftime("%Y-%m-%dT%H:%M:%S"))
    properties = ET.SubElement(suite, "properties")
    for key, value in _properties(review).items():
        ET.SubElement(properties, "property", {"name": key, "value": visible(value)})
    for finding, finding_name in zip(review.findings, finding_names(review.findings), strict=True):
        _add_case(suite, review, finding, finding_name)
    ET.indent(suites)
    return f"{DECLARATION}\n{ET.tostring(suites, encoding='unicode')}\n"


def _add_case(suite: ET.Element, review: Review, finding: Finding, name: str) -> None:
    """Add the test case of one finding; its time is 0, because a decision takes almost none."""
    attributes = {"classname": suite.get("name", ""), "name": name, "time": "0.000"}
    case = ET.SubElement(suite, "testcase", attributes)
    element = _element_name(finding)
    if element:
        kind = "informational" if element == "skipped" else finding.answer
        message = one_line(f"{kind}: {finding.sentence or finding.reason}", MESSAGE_LENGTH)
        node = ET.SubElement(case, element, {"type": kind, "message": message})
        node.text = visible(_told(finding))
    shown = _cases(review, finding)
    if finding.is_by_facts_alone and not element:
        shown = finding.reason
    if shown:
        ET.SubElement(case, "system-out").text = visible(shown)


def _element_name(finding: Finding) -> str:
    """Return the name of a finding's element, empty if its gate passes."""
    if finding.answer == "pass":
        return ""
    return ELEMENTS[finding.answer] if finding.is_blocking else "skipped"


def _told(finding: Finding) -> str:
    """Return the text of a failed test in GitLab and Jenkins: sentence, reason and case ids."""
    lines = said(finding)
    if finding.threshold:
        lines.append(f"threshold: {finding.threshold}")
    if finding.cases:
        left_out = finding.case_count - len(finding.cases)
        more = f" and {left_out} more" if left_out > 0 else ""
        lines.append(f"cases: {', '.join(finding.cases)}{more}")
    return "\n".join(lines)


def _cases(review: Review, finding: Finding) -> str:
    """Return the failing cases of a finding that the review contains, as text."""
    if finding.answer == "pass":
        return ""
    return "\n\n".join(_case(case) for case in cases_of(review, finding))


def _case(case: ReviewedCase) -> str:
    title = " ".join(
        part for part in (case.case_id, case.system_id, case.change, case.taxonomy_text) if part
    )
    parts = (
        ("asked", case.prompt),
        ("expected", case.expected),
        ("answered", case.response),
        ("verdict", case.verdict),
    )
    return "\n".join([title, *(f"  {name}: {_excerpt(value)}" for name, value in parts if value)])


def _excerpt(value: object) -> str:
    return one_line(str(value), EXCERPT_LENGTH)


def _duration_seconds(review: Review) -> float:
    """Return the duration of the run, 0 if it is unknown."""
    started_at, finished_at = review.run.started_at, review.run.finished_at
    if started_at is None or finished_at is None:
        return 0.0
    return max(0.0, (finished_at - started_at).total_seconds())


def _properties(review: Review) -> dict[str, str]:
    """Return the properties of the run, without unknown values."""
    run, baseline = review.run, review.baseline
    values = {
        "decision": review.answer,
        "run_id": run.run_id,
        "suite_version": run.suite_version,
        "git_sha": run.git_sha,
        "git_branch": run.git_branch,
        "run_status": run.run_status,
        "case_count": run.case_count,
        "failing_case_count": review.case_count,
        "by_facts_count": sum(item.is_by_facts_alone for item in review.blocking) or None,
        "baseline_run_id": baseline.run_id if baseline else None,
        "baseline": baseline.why if baseline else None,
        "smallest_drop": review.smallest_drop,
        "tries": review.tries,
    }
    return {key: str(value) for key, value in values.items() if value not in (None, "")}
