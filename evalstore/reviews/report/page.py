"""
The HTML page of a report: one file with its style, its script, its data and its policy.

The policy allows the style sheet and the script of the page by their hashes, and images with their
data in the page; nothing is loaded, and no text of a model can be executed. The page has the same
contents without its script, which sorts, searches and unfolds them.
"""

from functools import cache
from pathlib import Path
from typing import Final

from markupsafe import Markup

from evalstore.base.sql_files import PACKAGE
from evalstore.reviews.charts.drawing.page import sha256_base64
from evalstore.reviews.report.environments import html_environment
from evalstore.reviews.report.model import Report
from evalstore.reviews.report.section_filters import filter_rules

FOLDER: Final = Path(__file__).parent


def page_of(report: Report) -> str:
    """Return the HTML page of a report."""
    return (
        html_environment()
        .get_template("page.html.j2")
        .render(
            report=report,
            # Our own files, words and hashes.
            policy=Markup(policy()),  # noqa: S704
            style=Markup(style_sheet()),  # noqa: S704
            script=Markup(script()),  # noqa: S704
        )
    )


def policy() -> str:
    """Return the content security policy of the page."""
    return policy_of(script(), style_sheet(), "img-src data:; ")


def policy_of(script_text: str, style_text: str, sources: str = "") -> str:
    """Return a policy that allows a script and a style by their hashes, and further sources."""
    return (
        "default-src 'none'; "
        f"script-src 'sha256-{sha256_base64(script_text)}'; "
        f"style-src 'sha256-{sha256_base64(style_text)}'; "
        f"{sources}base-uri 'none'; form-action 'none'"
    )


@cache
def script() -> str:
    """Return the scripts of the page as one text, in the order of their names."""
    return f"\n{joined('scripts', '.js')}\n"


@cache
def style_sheet() -> str:
    """Return the style sheet of the page: its files by name, then the rules of card filters."""
    return f"\n{joined('styles', '.css')}\n{filter_rules()}\n"


def joined(folder: str, ending: str) -> str:
    """
    Return the contents of all files with an ending, joined in the order of names.

    They are in a folder here, and in the folder ``report`` of a suite.
    """
    paths = [*(FOLDER / folder).glob(f"*{ending}"), *PACKAGE.glob(f"suites/*/report/*{ending}")]
    paths.sort(key=lambda path: path.name)
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)
