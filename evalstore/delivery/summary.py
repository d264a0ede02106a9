"""A review in the few plain lines of a chat; each destination escapes them its own way."""

from typing import Final

from evalstore.delivery.message import Message
from evalstore.delivery.redacting import redacted
from evalstore.phrases import counted
from evalstore.reviews.review import Finding, Review
from evalstore.charts.drawing.text import one_line

FINDING_COUNT: Final = 8
CASE_COUNT: Final = 3
LINE_LENGTH: Final = 300
SIGNS: Final = {"pass": "✓", "fail": "✗", "undecided": "?", "broken": "!"}
ANSWERS: Final = {
    "pass": "passes",
    "fail": "fails",
    "undecided": "cannot be decided",
    "broken": "is broken",
}


def headline(message: Message) -> str:
    """Return the decision in a few words, such as ``✗ quiz fails: 2 of 12 gates``."""
    review = message.review
    sign = SIGNS.get(review.answer, "")
    again = " again" if "recovery" in message.occasions else ""
    name = review.run.suite or review.run.run_id or "the gate"
    text = f"{sign} {name} {ANSWERS.get(review.answer, 'has no decision')}{again}"
    reasons = _reasons(review)
    if reasons:
        text = f"{text}: {len(reasons)} of {counted(len(review.blocking), 'decision')}"
    return _line(text)


def facts(review: Review) -> str:
    """Return the run, its commit, branch and number of cases in one line."""
    run = review.run
    parts = [
        f"run {run.run_id}" if run.run_id else "",
        f"commit {run.git_sha[:12]}" if run.git_sha else "",
        f"branch {run.git_branch}" if run.git_branch else "",
        counted(run.case_count, "case") if run.case_count else "",
    ]
    return _line(" · ".join(part for part in parts if part))


def finding_lines(review: Review) -> list[str]:
    """Return a sentence for each of the first findings that keep the run from passing."""
    found = _reasons(review)
    lines = [_line(finding.sentence or _said(finding)) for finding in found[:FINDING_COUNT]]
    rest = len(found) - len(lines)
    return [*lines, f"and {rest} more"] if rest > 0 else lines


def case_lines(review: Review) -> list[str]:
    """Return the first failing cases in a line each, where the decision is no pass."""
    if review.answer == "pass" or not review.cases:
        return []
    shown = review.cases[:CASE_COUNT]
    lines = [_line(f"{case.system_id}, {case.case_id}: {case.verdict}") for case in shown]
    rest = review.case_count - len(lines)
    return [*lines, f"and {counted(rest, 'more case')} that fail"] if rest > 0 else lines


def _reasons(review: Review) -> tuple[Finding, ...]:
    return tuple(
        finding
        for finding in review.findings
        if finding.answer != "pass" and not (finding.is_informational or finding.is_foreign)
    )


def _said(finding: Finding) -> str:
    return f"{finding.gate_id}: {finding.reason}"


def _line(text: str) -> str:
    return one_line(str(redacted(text)), LINE_LENGTH)
