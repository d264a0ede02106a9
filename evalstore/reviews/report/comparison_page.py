"""The page of a comparison of two runs; it is readable without scripts."""

from datetime import datetime
from typing import Final

from markupsafe import Markup

from evalstore.reviews.report.comparison_section import ComparisonSection
from evalstore.reviews.report.environments import html_environment
from evalstore.reviews.report.markdown import markdown_environment
from evalstore.reviews.report.page import policy, script, style_sheet

MARKDOWN_CASE_LIMIT: Final = 20
# Comments on code hosts end at 65,536 characters.
MARKDOWN_LENGTH: Final = 60_000


def render_html(comparison: ComparisonSection, store_name: str, generated_at: datetime) -> str:
    """Return the page of a comparison, with the style and script of the report."""
    return (
        html_environment()
        .get_template("comparison_page.html.j2")
        .render(
            comparison=comparison,
            store_name=store_name,
            generated_at=generated_at,
            # Our own files, words and hashes.
            policy=Markup(policy()),  # noqa: S704
            style=Markup(style_sheet()),  # noqa: S704
            script=Markup(script()),  # noqa: S704
        )
    )


def render_markdown(comparison: ComparisonSection, *, length: int = MARKDOWN_LENGTH) -> str:
    """
    Return a comparison as Markdown for a pull request, at most ``length`` characters.

    Cases are left out first; the text contains the number left out.
    """
    template = markdown_environment().get_template("comparison.md.j2")
    for case_limit in (MARKDOWN_CASE_LIMIT, MARKDOWN_CASE_LIMIT // 4, 0):
        text = template.render(comparison=comparison, case_limit=case_limit)
        if len(text) <= length:
            return text
    ending = "\n\nCut here: the whole comparison is longer than a comment may be.\n"
    return text[: max(0, length - len(ending))].rpartition("\n")[0] + ending
