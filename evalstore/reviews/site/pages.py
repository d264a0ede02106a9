"""Render the pages of a site: one file each with its style and policy, without scripts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import jinja2
from markupsafe import Markup

from evalstore.reviews.charts.drawing.page import sha256_base64
from evalstore.reviews.report.environments import TEMPLATES, html_environment
from evalstore.reviews.report.model import StoreInfo
from evalstore.reviews.report.page import style_sheet
from evalstore.reviews.report.trend_lines import TrendLine
from evalstore.reviews.site.runs import SiteRun
from evalstore.reviews.site.suite import SuitePage, badge_file, suite_file

OWN_TEMPLATES: Final = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class SuiteCard:
    """A suite on the first page: its runs, the newest decided one, and its first trend lines."""

    name: str
    runs: tuple[SiteRun, ...]
    decided: SiteRun | None
    failing: tuple[str, ...]
    failing_count: int
    lines: tuple[TrendLine, ...]


@dataclass(frozen=True, slots=True)
class SiteContext:
    """Facts for every page of a site: the store, its newest run, and the existing reports."""

    store: StoreInfo
    newest: SiteRun
    report_files: frozenset[str]
    branch: str | None
    run_count: int


def index_page(context: SiteContext, cards: Sequence[SuiteCard], runs: Sequence[SiteRun]) -> str:
    """Return the HTML of the first page."""
    return _rendered("index.html.j2", "", context=context, cards=cards, runs=runs)


def suite_html(context: SiteContext, page: SuitePage) -> str:
    """Return the HTML of a suite's page."""
    return _rendered("suite.html.j2", "../", context=context, page=page)


def _rendered(template: str, up: str, **values: object) -> str:
    style = _style()
    policy = (
        f"default-src 'none'; style-src 'sha256-{sha256_base64(style)}'; img-src 'self'; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        _environment()
        .get_template(template)
        .render(
            **values,
            up=up,
            # Our own files, words and hashes.
            policy=Markup(policy),  # noqa: S704
            style=Markup(style),  # noqa: S704
        )
    )


@cache
def _style() -> str:
    return f"{style_sheet()}\n{(OWN_TEMPLATES / 'site.css').read_text(encoding='utf-8')}"


@cache
def _environment() -> jinja2.Environment:
    environment = html_environment().overlay(
        loader=jinja2.FileSystemLoader((OWN_TEMPLATES, *TEMPLATES))
    )
    environment.globals.update({"suite_file": suite_file, "badge_file": badge_file})
    return environment
