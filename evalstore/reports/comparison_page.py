"""The page of a comparison: two runs side by side, by itself and without scripts."""

from datetime import UTC, datetime

from markupsafe import Markup

from evalstore.analyses.compared import ComparisonQuery
from evalstore.charts.drawing.page import sha256_base64
from evalstore.reports.comparison_section import ComparisonSection, comparison_section
from evalstore.reports.environments import TEMPLATES, html_environment
from evalstore.store.reader import Reader


def comparison_page(reader: Reader, question: ComparisonQuery, store_name: str) -> str:
    """
    Return the page of a comparison.

    Raises what ``comparison_section`` raises.
    """
    return render_comparison(comparison_section(reader, question), store_name, datetime.now(UTC))


def render_comparison(
    comparison: ComparisonSection, store_name: str, generated_at: datetime
) -> str:
    """Return the page of what was gathered."""
    style = comparison_style()
    policy = (
        f"default-src 'none'; style-src 'sha256-{sha256_base64(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        html_environment()
        .get_template("comparison_page.html.j2")
        .render(
            comparison=comparison,
            store_name=store_name,
            generated_at=generated_at,
            policy=Markup(policy),  # noqa: S704 (made of our own words and a hash)
            style=Markup(style),  # noqa: S704 (our own files)
        )
    )


def comparison_style() -> str:
    """Return the style of the page: that of the report, and what is added for two runs."""
    files = ("page.css", "comparison.css")
    texts = [(TEMPLATES / name).read_text(encoding="utf-8") for name in files]
    return "\n".join(("", *texts))
