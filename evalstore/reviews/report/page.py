"""
The HTML page of a report: one file with its style, its script, its data and its policy.

The policy allows the one style sheet and the one script of the page, each known by its hash, and
images that stand in the page itself; nothing is loaded, and nothing that a model wrote can run.
Without its script the page has the same contents: scripts sort, search and open what is folded.
"""

from functools import cache
from pathlib import Path
from typing import Final

from markupsafe import Markup

from evalstore.reviews.charts.drawing.page import sha256_base64
from evalstore.reviews.report.environments import html_environment
from evalstore.reviews.report.model import Report
from evalstore.reviews.report.section_filters import filter_rules

FOLDER: Final = Path(__file__).parent


def page_of(report: Report) -> str:
    """Return a report as a page."""
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
    return (
        "default-src 'none'; "
        f"script-src 'sha256-{sha256_base64(script())}'; "
        f"style-src 'sha256-{sha256_base64(style_sheet())}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


@cache
def script() -> str:
    """Return the scripts of the page as one, in the order of their names."""
    return f"\n{joined('scripts', '.js')}\n"


@cache
def style_sheet() -> str:
    """Return the style of the page: its files by name, then a rule for each choice of cards."""
    return f"\n{joined('styles', '.css')}\n{filter_rules()}\n"


def joined(folder: str, ending: str) -> str:
    """Return the files of a folder with an ending, one after another, by name."""
    paths = sorted((FOLDER / folder).glob(f"*{ending}"))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)
