"""Parts of Markdown for outputs of ``gate`` only: the hidden marker and commands to run."""

import shlex
from functools import cache
from pathlib import Path
from typing import Final

import jinja2
from markupsafe import Markup

from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.report.markdown import markdown_environment
from evalstore.reviews.report.untrusted import markdown_block

MARKER: Final = "<!-- evalstore gate {key} -->"


def marker(key: str) -> Markup:
    """
    Return the hidden first line by which a text is looked up; a key has only a-z, 0-9 and -.

    >>> marker("quiz-0a1b")
    Markup('<!-- evalstore gate quiz-0a1b -->')
    """
    return Markup(MARKER.format(key=key))  # noqa: S704 (keys are made of our own characters)


def commands_block(*commands: tuple[str, ...]) -> Markup:
    """Return shell commands as a fenced block, with words quoted if necessary."""
    lines = [shlex.join(one_line(word, len(word)) for word in words) for words in commands]
    block = str(markdown_block("\n".join(lines)))
    return Markup(block.replace("text", "sh", 1))  # noqa: S704 (a fenced block)


@cache
def environment() -> jinja2.Environment:
    """Return the Jinja environment with the templates of this package."""
    return markdown_environment(Path(__file__).parent / "templates")
