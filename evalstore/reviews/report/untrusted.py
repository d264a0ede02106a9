"""
Escape text written by models, files and people for HTML and Markdown.

Both template environments pass every printed value through one of these functions, so that no
template can omit it. Safe texts of ours are ``Markup``.
"""

import re
from dataclasses import dataclass

from markupsafe import Markup

from evalstore.reviews.charts.drawing.text import visible

# An invisible character that separates text that a Markdown host would otherwise interpret as a
# mention, a reference or a link. Entities and backslashes do not help: hosts search the rendered
# text, and bots the original text.
APART = "\u200b"
# @team, #1, and GitLab's !1 $1 %1 &1 ~label, %"a milestone", [vulnerability:1], *iteration:1.
MENTIONS = re.compile(r"([@#!$%&~])(?=[\w\"{])")
TYPED = re.compile(r"([\[*][a-z_]{3,24})(:)(?=[\w\"])", re.IGNORECASE)
# GH-1, CVE-2026-1, GHSA-…, and the keys of trackers, which hosts link: PROJECT-1.
NUMBERED = re.compile(r"\b([A-Z][A-Z0-9_]+|[Gg][Hh])-(?=\d)|\b(GHSA)-(?=\w)")
ADDRESSES = re.compile(r"(?<=\w)(:)(?=//)|(?<=\bwww)(\.)", re.IGNORECASE)
# Commands to a host or a bot: /close at the start of a line.
COMMANDS = re.compile(r"^([^\S\n]*/)(?=\w)", re.MULTILINE)
# The start of a comment, which could imitate the marker of our own texts.
COMMENTS = re.compile(r"<(?=!-)")
# The hash of a commit, whole or its beginning; its pieces are too short to be linked.
COMMITS = re.compile(r"\b[0-9a-f]{7,64}\b", re.IGNORECASE)
COMMIT_PIECE_LENGTH = 6
SYNTAX = re.compile(r"([\\`*_{}\[\]()<>#|~$&^])")
# Syntax at the start of a line: lists and rules.
LEADING = re.compile(r"^([-+=]|\d+(?=[.)](?:\s|$)))")
BACKTICKS = re.compile("`+")


@dataclass(frozen=True)
class Excerpt:
    """The beginning of a text, and the length of the whole text."""

    text: str
    length: int

    @property
    def is_cut(self) -> bool:
        return self.length > len(self.text)

    @property
    def note(self) -> str:
        """Return a note on the part left out, empty if the text is whole."""
        if not self.is_cut:
            return ""
        shown = f"The first {len(self.text):,} of {self.length:,} characters"
        return f"{shown}; the event has the full text."


def for_html(value: object) -> object:
    r"""
    Return a value for escaping into HTML, with invisible characters spelled out.

    >>> for_html("a\x00b"), for_html(None), for_html(3)
    ('a[U+0000]b', '', 3)
    """
    if value is None:
        return ""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def for_markdown(value: object) -> str:
    r"""
    Return a value as text on one line without active Markdown syntax.

    >>> for_markdown("closes #1 | <b>")
    'closes \\#\u200b1 \\| \\<b\\>'
    """
    if isinstance(value, Markup):
        return str(value)
    if value is None:
        return ""
    if isinstance(value, int | float):
        return str(value)
    line = COMMITS.sub(_in_pieces, break_auto_links(" ".join(visible(str(value)).split())))
    return LEADING.sub(leading, SYNTAX.sub(r"\\\1", line))


def leading(match: re.Match[str]) -> str:
    """Escape the start of a line: a sign by a backslash, a number by a mark after it."""
    mark = match.group()
    return mark + APART if mark.isdigit() else f"\\{mark}"


def markdown_block(text: str) -> Markup:
    """Return a text as a fenced block that it cannot end."""
    shown = break_auto_links(visible(text))
    longest = max((len(run) for run in BACKTICKS.findall(shown)), default=0)
    fence = "`" * max(3, longest + 1)
    # Text in a block is shown verbatim, so it is not escaped.
    return Markup(f"{fence}text\n{shown}\n{fence}")  # noqa: S704


def markdown_code(text: str) -> Markup:
    """
    Return a name as a code span on one line, which it cannot end and from which it can be copied.

    A pipe would end a table cell even in a code span, so it is escaped by a backslash, which is
    not shown within tables.

    >>> markdown_code("nightly-24"), markdown_code("a`b")
    (Markup('`nightly-24`'), Markup('``a`b``'))
    """
    line = break_auto_links(" ".join(visible(text).split())).replace("|", "\\|")
    if not line:
        return Markup("")
    longest = max((len(run) for run in BACKTICKS.findall(line)), default=0)
    fence = "`" * (longest + 1)
    space = " " if line.startswith("`") or line.endswith("`") else ""
    return Markup(f"{fence}{space}{line}{space}{fence}")  # noqa: S704


def break_auto_links(text: str) -> str:
    """Return a text with mentions, references, addresses and commands broken."""
    text = MENTIONS.sub(rf"\1{APART}", text)
    text = TYPED.sub(rf"\1{APART}\2", text)
    text = NUMBERED.sub(lambda match: f"{match.group()[:-1]}{APART}-", text)
    text = COMMANDS.sub(rf"\1{APART}", text)
    text = COMMENTS.sub(f"<{APART}", text)
    return ADDRESSES.sub(lambda match: match.group() + APART, text)


def _in_pieces(match: re.Match[str]) -> str:
    """Break the hash of a commit; a number of seven digits may be one too."""
    name = match.group()
    starts = range(0, len(name), COMMIT_PIECE_LENGTH)
    return APART.join(name[start : start + COMMIT_PIECE_LENGTH] for start in starts)
