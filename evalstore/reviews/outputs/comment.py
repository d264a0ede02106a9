"""Comment on a pull request: decision, reasons, gates, baseline, and failing cases folded in."""

import re
from dataclasses import replace
from typing import Final

from markupsafe import Markup

from evalstore.errors import UsageError
from evalstore.reviews.outputs.markdown import commands_block, environment, marker
from evalstore.reviews.outputs.stopped import is_stopped
from evalstore.reviews.report.markdown import ICONS, with_short_texts
from evalstore.reviews.report.untrusted import for_markdown
from evalstore.reviews.review import Finding, Review

# Comments on GitHub end at 65,536 characters.
LENGTH_LIMIT: Final = 60_000
TEXT_LENGTH: Final = 1_000
# Numbers of failing cases, table rows and sentences; the first that fit are used.
SIZES: Final = ((10, 60, 20), (5, 60, 20), (2, 30, 15), (0, 30, 15), (0, 10, 8), (0, 3, 3))
# URLs without characters that could end a link or start markup.
REPORT_URL: Final = re.compile(r"https?://[A-Za-z0-9._~:/?#@!$&'*+,;=%-]+")


def text(review: Review, *, report_url: str = "") -> str:
    """
    Return the comment, of at most ``LENGTH_LIMIT`` characters.

    It begins with a hidden marker, the same for each run of the same gates of a suite, by which
    an existing comment is looked up and updated. ``report_url`` is the URL of the report; raises
    UsageError if it is not an http or https URL.
    """
    if report_url and not REPORT_URL.fullmatch(report_url):
        raise UsageError(
            f"the address of the report is {report_url!r}, expected http:// or https:// and no "
            "character that must be escaped"
        )
    if is_stopped(review):
        return _least(review)
    cut = replace(
        review, cases=tuple(with_short_texts(case, TEXT_LENGTH) for case in review.cases)
    )
    drawn = (_drawn(cut, *size, report_url) for size in SIZES)
    return next((body for body in drawn if len(body) <= LENGTH_LIMIT), "") or _least(review)


def _drawn(
    review: Review, case_limit: int, row_limit: int, failing_limit: int, report_url: str
) -> str:
    failing, rows = review.failing[:failing_limit], review.findings[:row_limit]
    return (
        environment()
        .get_template("comment.md.j2")
        .render(
            review=review,
            marker=marker(review.key),
            failing=failing,
            passing_drops=review.passing_drops[: max(0, failing_limit - len(failing))],
            failing_left_out=len(review.failing) - len(failing),
            rows=rows,
            rows_left_out=len(review.findings) - len(rows),
            cases=review.cases[:case_limit],
            report_url=Markup(report_url),  # noqa: S704 (matched above)
            commands=commands_block(*_commands(review, failing)),
        )
    )


def _commands(review: Review, failing: tuple[Finding, ...]) -> list[tuple[str, ...]]:
    run = ("--run", review.run.run_id)
    explained = [("evalstore", "gate", *run, "--explain", item.gate_id) for item in failing[:1]]
    return [("evalstore", "failures", *run), *explained, ("evalstore", "report", *run)]


def _least(review: Review) -> str:
    """Return the shortest comment, which always fits: the marker and the decision."""
    icon, decision = ICONS[review.answer], for_markdown(review.decision)
    return f"{marker(review.key)}\n## {icon} {decision}\n"
