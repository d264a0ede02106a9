"""Markdown of a run: templates, and helpers shared by report, comment and issue."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import jinja2
from markupsafe import Markup

from evalstore.base.phrases import short_commit
from evalstore.base.template_cache import TemplateCache
from evalstore.reviews.charts.drawing.numbers import counted
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.report.environments import TEMPLATES, short
from evalstore.reviews.report.model import stamp
from evalstore.reviews.report.untrusted import for_markdown, markdown_block, markdown_code
from evalstore.reviews.review import ReviewedCase

ICONS: Final = {"fail": "✘", "broken": "⚠", "undecided": "?", "pass": "✔", "": "○"}
NAME_LENGTH: Final = 48
OUTCOMES: Final = {"wrong": "FAILED"}


def name_code(name: str) -> Markup:
    """Return a name as a code span, cut to the width of a table."""
    return markdown_code(one_line(name, NAME_LENGTH))


def verdict_word(case: ReviewedCase) -> str:
    """Return the verdict on a case in capitals, such as FAILED, MISSING or ABSTAINED."""
    outcome = case.outcome or case.verdict.partition(":")[0]
    return OUTCOMES.get(outcome, outcome.upper())


def with_short_texts(case: ReviewedCase, length: int) -> ReviewedCase:
    """Return a case with its texts cut to ``length`` characters."""
    return replace(
        case,
        prompt=_cut(case.prompt, length),
        expected=_cut(case.expected, length),
        response=_cut(case.response, length),
        reason=_cut(case.reason, length),
    )


def _cut(text: str, length: int) -> str:
    return f"{text[:length]}…" if len(text) > length else text


@cache
def markdown_environment(folder: Path | None = None) -> jinja2.Environment:
    """Return the environment of the Markdown templates, and those in a folder, with escaping."""
    folders = TEMPLATES if folder is None else (folder, *TEMPLATES)
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        autoescape=False,  # noqa: S701 (Markdown is not HTML; `finalize` neutralises every value)
        finalize=for_markdown,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=TemplateCache("markdown"),
    )
    environment.filters.update(
        {
            "block": markdown_block,
            "code": name_code,
            "counted": counted,
            "whole_code": markdown_code,
            "verdict_word": verdict_word,
            "stamp": stamp,
            "short": short,
            "short_commit": short_commit,
        }
    )
    # Two spaces break a line within a paragraph; editors would strip them from a template.
    environment.globals.update({"icons": ICONS, "line_end": Markup("  ")})
    return environment
