"""Markdown of a run: its templates, and parts that report, comment and issue share."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import jinja2
from markupsafe import Markup

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
    """Return a name as a code span, as far as a table has room for it."""
    return markdown_code(one_line(name, NAME_LENGTH))


def verdict_word(case: ReviewedCase) -> str:
    """Return the verdict on a case as the head of a line: FAILED, MISSING, ABSTAINED, …"""
    outcome = case.outcome or case.verdict.partition(":")[0]
    return OUTCOMES.get(outcome, outcome.upper())


def with_short_texts(case: ReviewedCase, length: int) -> ReviewedCase:
    """Return a case whose texts are no longer than so many characters."""
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
    """Return the Markdown templates, and those of a folder: every printed value is neutralised."""
    folders = [TEMPLATES] if folder is None else [folder, TEMPLATES]
    found = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        autoescape=False,  # noqa: S701 (Markdown is no HTML; `finalize` neutralises every value)
        finalize=for_markdown,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters.update(
        {
            "block": markdown_block,
            "code": name_code,
            "counted": counted,
            "whole_code": markdown_code,
            "verdict_word": verdict_word,
            "stamp": stamp,
            "short": short,
        }
    )
    # Two spaces end a line within a paragraph; an editor would strip them off a template.
    found.globals.update({"icons": ICONS, "line_end": Markup("  ")})
    return found
