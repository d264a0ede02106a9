"""
Escape text that models, files and people wrote for HTML and Markdown.

Both templates pass every value they print through one of these functions, so that no template
can forget to. A text of ours that is already safe says so by being ``Markup``.
"""

import re
from dataclasses import dataclass

from markupsafe import Markup

from evalstore.charts.drawing.text import visible

# An unseen mark that parts what a Markdown host would otherwise join into a mention, a
# reference or a link. Entities and backslashes do not help there: hosts look for those in the
# finished text.
APART = "\u200b"
MENTIONS = re.compile(r"([@#!$%&~])(?=\w)")
NUMBERED = re.compile(r"\b(GH)-(?=\d)", re.IGNORECASE)
ADDRESSES = re.compile(r"(?<=\w)(:)(?=//)|(?<=\bwww)(\.)", re.IGNORECASE)
SYNTAX = re.compile(r"([\\`*_{}\[\]()<>#|~$&^])")
# What only means something at the start of a line: lists and rules.
LEADING = re.compile(r"^([-+=]|\d+(?=[.)](?:\s|$)))")
BACKTICKS = re.compile("`+")


@dataclass(frozen=True)
class Excerpt:
    """The beginning of a text, and how long all of it is."""

    text: str
    length: int

    @property
    def is_cut(self) -> bool:
        return self.length > len(self.text)

    @property
    def note(self) -> str:
        """Say what is left out, nothing where nothing is."""
        if not self.is_cut:
            return ""
        shown = f"The first {len(self.text):,} of {self.length:,} characters"
        return f"{shown}; the event holds all of it."


def for_html(value: object) -> object:
    r"""
    Make a value ready to be escaped into HTML.

    >>> for_html("a\x00b"), for_html(None), for_html(3)
    ('a[U+0000]b', '', 3)
    """
    if value is None:
        return ""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def for_markdown(value: object) -> str:
    r"""
    Return a value as text in which Markdown finds nothing to act on, on one line.

    >>> for_markdown("closes #1 | <b>")
    'closes \\#\u200b1 \\| \\<b\\>'
    """
    if isinstance(value, Markup):
        return str(value)
    if value is None:
        return ""
    line = " ".join(break_auto_links(visible(str(value))).split())
    return LEADING.sub(leading, SYNTAX.sub(r"\\\1", line))


def leading(found: re.Match[str]) -> str:
    """Disarm the start of a line: a sign by a backslash, a number by a mark after it."""
    mark = found.group()
    return mark + APART if mark.isdigit() else f"\\{mark}"


def markdown_block(text: str) -> Markup:
    """Return a text as a fenced block that it cannot leave."""
    shown = break_auto_links(visible(text))
    longest = max((len(run) for run in BACKTICKS.findall(shown)), default=0)
    fence = "`" * max(3, longest + 1)
    # A block shows its text as it stands, so nothing in it is escaped.
    return Markup(f"{fence}text\n{shown}\n{fence}")  # noqa: S704


def break_auto_links(text: str) -> str:
    """Break mentions, references and addresses, so that no host makes links of them."""
    text = MENTIONS.sub(rf"\1{APART}", text)
    text = NUMBERED.sub(rf"\1{APART}-", text)
    return ADDRESSES.sub(lambda found: found.group() + APART, text)
