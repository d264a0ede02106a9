"""Jinja environments of the report, which escape every printed value."""

from functools import cache
from pathlib import Path
from typing import Final

import jinja2

from evalstore.base.phrases import short_commit
from evalstore.base.sql_files import PACKAGE
from evalstore.base.template_cache import TemplateCache
from evalstore.reviews.charts.drawing.numbers import counted
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.report.gate_row import DECISIONS
from evalstore.reviews.report.model import stamp
from evalstore.reviews.report.sparkline import sparkline
from evalstore.reviews.report.untrusted import for_html

# The templates of all reports and of the grid, and those of the sections of suites.
TEMPLATES: Final = (
    Path(__file__).parent / "templates",
    PACKAGE / "reviews" / "grid" / "templates",
    *sorted(PACKAGE.glob("suites/*/report")),
)
NAME_LENGTH: Final = 48


def short(name: str) -> str:
    """Return a name cut to the width of a table."""
    return one_line(name, NAME_LENGTH)


@cache
def html_environment() -> jinja2.Environment:
    """Return the environment of the page, which makes printed values visible and escapes them."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        finalize=for_html,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=TemplateCache("report"),
    )
    environment.filters.update(
        {
            "counted": counted,
            "short": short,
            "short_commit": short_commit,
            "sparkline": sparkline,
            "stamp": stamp,
        }
    )
    environment.globals["decisions"] = DECISIONS
    return environment
