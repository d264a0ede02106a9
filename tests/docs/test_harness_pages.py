"""Each format has a page, and these pages share one skeleton."""

import re

import pytest

from evalstore.harnesses import detect
from tests.docs.blocks import ROOT, blocks_of

TABLE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| .* \| (`.*`) \| .* \| \[.*\]\(([\w-]+\.md)\) \|$", TABLE, re.MULTILINE)
# Formats of evalstore itself, each described by the page on what writes it.
OF_EVALSTORE = {"event_lines", "labels", "store"}
FORMATS = {
    name: page for names, page in ROWS for name in re.findall(r"`(\w+)`", names)
}  # fmt: skip
PAGES = sorted({page for name, page in FORMATS.items() if name not in OF_EVALSTORE})
SKELETON = ["Where the file lies", "An example", "What is read differently"]
LINES_MAX = 70


def test_each_format_has_a_row():
    """The table names every format that `ingest` recognises, and its page."""
    assert set(detect.names()) == FORMATS.keys()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_the_skeleton(name):
    """Three sections, the second with an ingest whose output is shown and compared."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    example = text.partition("\n## An example\n")[2].partition("\n## ")[0]
    ingests = [
        block
        for block in blocks_of(name, example)
        if block.reason is None
        and re.search(r"^\$ evalstore ingest [^\n]*\n[^$\n]*: read \d+", block.text, re.MULTILINE)
    ]

    assert SKELETON == re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert ingests
    assert len(text.splitlines()) <= LINES_MAX


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_its_formats(name):
    """By the names that `--format` takes."""
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")

    assert [] == [one for one, page in FORMATS.items() if page == name and f"`{one}`" not in text]
