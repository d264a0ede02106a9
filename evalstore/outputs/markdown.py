"""Jinja environment of Markdown outputs: everything printed is neutralised on its way out."""

import shlex
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import jinja2
from markupsafe import Markup

from evalstore.charts.drawing.text import one_line
from evalstore.reports.untrusted import for_markdown, markdown_block, markdown_code
from evalstore.reviews.review import ReviewedCase

ICONS: Final = {"fail": "✘", "broken": "⚠", "undecided": "?", "pass": "✔", "": "○"}
NAME_LENGTH: Final = 48
MARKER: Final = "<!-- evalstore gate {key} -->"
OUTCOMES: Final = {"wrong": "FAILED"}


def marker(key: str) -> Markup:
    """
    Return the hidden first line by which a text is found again; a key holds only a-z, 0-9 and -.

    >>> marker("quiz-0a1b")
    Markup('<!-- evalstore gate quiz-0a1b -->')
    """
    return Markup(MARKER.format(key=key))  # noqa: S704 (keys are made of our own characters)


def commands_block(*commands: tuple[str, ...]) -> Markup:
    """Return shell commands as a fenced block, each word quoted where it has to be."""
    lines = [shlex.join(one_line(word, len(word)) for word in words) for words in commands]
    block = str(markdown_block("\n".join(lines)))
    return Markup(block.replace("text", "sh", 1))  # noqa: S704 (a fenced block)


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
def environment() -> jinja2.Environment:
    """Return the templates of this package."""
    found = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=False,  # noqa: S701 (Markdown is no HTML; `finalize` neutralises every value)
        finalize=for_markdown,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters.update(
        {"block": markdown_block, "code": name_code, "verdict_word": verdict_word}
    )
    # Two spaces end a line within a paragraph; an editor would strip them off a template.
    found.globals.update({"icons": ICONS, "line_end": Markup("  ")})
    return found
