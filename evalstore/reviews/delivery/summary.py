"""A review in a few plain lines for chats; each destination escapes them itself."""

from typing import Final

from evalstore.base.phrases import bracketed, counted
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.delivery.message import DeliveryMessage
from evalstore.reviews.delivery.redacting import redacted
from evalstore.reviews.review import Finding, Review

FINDING_COUNT: Final = 8
CASE_COUNT: Final = 3
LINE_LENGTH: Final = 300
SIGNS: Final = {"pass": "✓", "fail": "✗", "undecided": "?", "broken": "!"}


def headline(message: DeliveryMessage) -> str:
    """Return suite and decision in one line, such as ``✗ quiz: Fail: of 2, 1 failed.``"""
    review = message.review
    sign = SIGNS.get(review.answer, "")
    name = review.run.suite or review.run.run_id or "evalstore gate"
    again = " The run before did not pass." if "recovery" in message.occasions else ""
    return _line(f"{sign} {name}: {review.decision}{again}".strip())


def facts(review: Review) -> str:
    """Return the run, its commit, branch and number of cases in one line."""
    run = review.run
    parts = [
        f"run {run.run_id}" if run.run_id else "",
        f"commit {run.short_sha}" if run.git_sha else "",
        f"branch {run.git_branch}" if run.git_branch else "",
        counted(run.case_count, "case") if run.case_count else "",
    ]
    return _line(" · ".join(part for part in parts if part))


def finding_lines(review: Review) -> list[str]:
    """Return a line for each of the first findings that keep the run from passing."""
    findings = review.failing
    lines = [_line(finding.sentence or _said(finding)) for finding in findings[:FINDING_COUNT]]
    rest = len(findings) - len(lines)
    return [*lines, f"and {rest} more"] if rest > 0 else lines


def case_lines(review: Review) -> list[str]:
    """Return a line for each of the first failing cases; none if the decision is a pass."""
    if review.answer == "pass" or not review.cases:
        return []
    shown = review.cases[:CASE_COUNT]
    lines = [
        _line(
            " ".join(
                [*bracketed(case.taxonomy), f"{case.system_id}, {case.case_id}:", case.verdict]
            )
        )
        for case in shown
    ]
    rest = review.case_count - len(lines)
    return [*lines, f"and {counted(rest, 'more case')} that fail"] if rest > 0 else lines


def _said(finding: Finding) -> str:
    return f"{finding.gate_id}: {finding.reason}"


def _line(text: str) -> str:
    return one_line(str(redacted(text)), LINE_LENGTH)
