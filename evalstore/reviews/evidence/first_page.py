"""The first page of a pack, as HTML and as Markdown."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import quote

import jinja2
from markupsafe import Markup

from evalstore.base.version import __version__
from evalstore.reviews.charts.drawing.page import sha256_base64
from evalstore.reviews.evidence.pieces import PageSection
from evalstore.reviews.report import page as report_page
from evalstore.reviews.report.environments import TEMPLATES, html_environment
from evalstore.reviews.report.markdown import markdown_environment

OWN_TEMPLATES: Final = Path(__file__).parent / "templates"
SHARED_STYLES: Final = ("base.css", "tables.css")


def html(title: str, summary: Sequence[str], sections: Sequence[PageSection]) -> str:
    """Return the page as HTML: one file with its style and policy, without a script."""
    style = _style()
    policy = (
        f"default-src 'none'; style-src 'sha256-{sha256_base64(style)}'; base-uri 'none'; "
        "form-action 'none'"
    )
    environment = html_environment().overlay(
        loader=jinja2.FileSystemLoader((OWN_TEMPLATES, *TEMPLATES))
    )
    return environment.get_template("first_page.html.j2").render(
        title=title,
        summary=summary,
        sections=sections,
        version=__version__,
        # Our own words and hashes.
        policy=Markup(policy),  # noqa: S704
        style=Markup(style),  # noqa: S704
    )


def markdown(title: str, summary: Sequence[str], sections: Sequence[PageSection]) -> str:
    """Return the page as Markdown."""
    environment = markdown_environment(OWN_TEMPLATES)
    return environment.get_template("first_page.md.j2").render(
        title=title, summary=summary, sections=sections, version=__version__, address=_address
    )


def _address(href: str) -> Markup:
    """Return a relative address for Markdown; the names of files are our own."""
    return Markup(quote(href))  # noqa: S704


@cache
def _style() -> str:
    folder = report_page.FOLDER / "styles"
    files = [*(folder / name for name in SHARED_STYLES), OWN_TEMPLATES / "first_page.css"]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)
