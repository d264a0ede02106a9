"""Fenced blocks of the documents: what each one is, and how it is marked."""

import re
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
# `make site` writes it; it is not kept, and tests/metrics/dictionary looks at its text.
MADE_FOR_THE_SITE = {"tables.md"}
KEPT = sorted(path for path in (ROOT / "docs").glob("*.md") if path.name not in MADE_FOR_THE_SITE)
PAGES = sorted([ROOT / "README.md", *KEPT])

BLOCK = re.compile(
    r"^(?P<above>[^\n]*)\n(?P<indent> *)```(?P<opening>[^\n`]*)\n(?P<text>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
NOT_RUN = re.compile(r"<!-- not run: (.+) -->$")
# Its commands print as to a file or a log, where tables have the width that they need.
WITHOUT_TERMINAL = re.compile(r"<!-- run without a terminal -->$")
TITLE = re.compile(r'title="([^"]+)"')
# A file or folder of the tests that a page's commands read, and where they find it.
LENT = re.compile(r"^<!-- file: (\S+) as (\S+) -->$", re.MULTILINE)
# Formulas, output, what a file looks like: nothing that could run.
SHOWN_ONLY = {"text"}
# What its first line opens with.
PROMPTS = {"console": "$ ", "pycon": ">>> "}
RUN = {"console", "csv", "json", "ndjson", "pycon", "python", "sql", "toml", "turtle", "xml"}


class Block(NamedTuple):
    """One fenced block of a page."""

    page: str
    line: int
    language: str
    # The file that the block is, where its fence names one.
    title: str | None
    # Why it is not run, from the comment above it.
    reason: str | None
    has_terminal: bool
    text: str

    @property
    def place(self):
        """File and line of the fence."""
        return f"{self.page}:{self.line}"


def blocks_of(page, text):
    """Return the fenced blocks of a page, in their order."""
    found = []
    padded = "\n" + text
    for match in BLOCK.finditer(padded):
        language, _, rest = match["opening"].strip().partition(" ")
        title = TITLE.fullmatch(rest)
        reason = NOT_RUN.search(match["above"])
        found.append(
            Block(
                page=page,
                line=padded.count("\n", 0, match.start("indent")),
                language=language if not rest or title else match["opening"],
                title=title and title[1],
                reason=reason and reason[1],
                has_terminal=WITHOUT_TERMINAL.search(match["above"]) is None,
                text=dedent(match["text"]),
            )
        )
    return found


def unmarked(block):
    """Say what is missing where a block is neither run nor marked with a reason; else None."""
    if block.reason is not None:
        enough = len(block.reason.split()) >= 3
        return None if enough else f"{block.place}: say why it is not run, in some words"
    if block.language in SHOWN_ONLY:
        has_command = re.search(r"^\$ ", block.text, re.MULTILINE)
        return f"{block.place}: commands are in a block of console" if has_command else None
    prompt = PROMPTS.get(block.language)
    if prompt and not block.text.startswith(prompt):
        return f"{block.place}: a block of {block.language} begins with `{prompt}`"
    if block.language in RUN:
        return None
    return (
        f"{block.place}: `{block.language}` is not run; the languages that are: "
        f"{', '.join(sorted(RUN))}; with nothing to run: {', '.join(sorted(SHOWN_ONLY))}; "
        "else put `<!-- not run: the reason -->` above the fence"
    )
