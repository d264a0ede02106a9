"""Untrusted text in Obsidian notes: quoted in front matter, inert in the body."""

import json
import re
from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from evalstore.reviews.charts.drawing.text import one_line, visible
from evalstore.reviews.report.untrusted import APART, for_markdown, markdown_block

NAME_LENGTH: Final = 80
# Pairs of signs that begin a link, an embed, a comment, a field of Dataview, or a command of
# Templater, which also reads blocks of code: [[ ![ %% :: <% {{ == $=.
PAIRS: Final = re.compile(r"([%<:\[\]!{}=$`])(?=[%:\[\]{}=>*$])")
DIGEST: Final = re.compile("[0-9a-f-]{4,64}")
# Characters that the shown name of a link must not contain.
LINK_SYNTAX: Final = re.compile(r"[\[\]|#^\\`<>%*_~=$!{}:]")


def inline(value: object) -> str:
    r"""
    Return a value as text on one line without active syntax of Obsidian or its plugins.

    >>> inline("[[x]] %% key:: 1").replace(APART, "·")
    '\\[·\\[x\\]·\\] %·% key:·: 1'
    """
    if isinstance(value, Markup) or not isinstance(value, str):
        return for_markdown(value)
    return for_markdown(_split_pairs(value))


def block(text: str) -> Markup:
    """Return a text as a fenced block that it cannot end and that no plugin executes."""
    return markdown_block(_split_pairs(visible(text)))


def digest(text: str) -> object:
    """
    Return the id of an event or commit as inline code, other text unchanged.

    >>> digest("9f2c1d7"), digest("a branch")
    (Markup('`9f2c1d7`'), 'a branch')
    """
    return Markup(f"`{text}`") if DIGEST.fullmatch(text) else text  # noqa: S704 (hex and dashes)


def link(folder: str, name: str, shown: str) -> Markup:
    """Return a link to a note; ``name`` must be safe, ``shown`` may be untrusted."""
    alias = " ".join(LINK_SYNTAX.sub(" ", one_line(shown, NAME_LENGTH)).split()) or name
    return Markup(f"[[{folder}/{name}|{alias}]]")  # noqa: S704 (no syntax is left in either)


def tag(name: str) -> str:
    """
    Return a name as an Obsidian tag below ``evalstore/``.

    >>> tag("graph RAG #1")
    'evalstore/graph-rag-1'
    """
    return f"evalstore/{re.sub('[^a-z0-9]+', '-', name.lower()).strip('-') or 'other'}"


def front_matter(values: Mapping[str, object]) -> Markup:
    r"""
    Return YAML front matter; keys are our own words, values are JSON, which YAML reads.

    >>> print(front_matter({"run": 'a"\n---\nevil: 1', "value": 0.5, "note": None}))
    ---
    run: "a\"\n---\nevil: 1"
    value: 0.5
    ---
    """
    lines = [
        f"{key}: {json.dumps(_readable(value), ensure_ascii=False)}"
        for key, value in values.items()
        if value is not None
    ]
    return Markup("\n".join(["---", *lines, "---"]))  # noqa: S704 (quoted as above)


def _readable(value: object) -> object:
    if isinstance(value, str):
        # Properties can contain links, and Templater executes commands anywhere in a file.
        return _split_pairs(visible(value))
    if isinstance(value, list | tuple):
        return [_readable(item) for item in value]
    return value


def _split_pairs(text: str) -> str:
    return PAIRS.sub(rf"\1{APART}", text)
