"""docs/configuration.md lists every variable and every table, and no other."""

import re
import tomllib
from pathlib import Path

from tests.docs.blocks import PAGES, blocks_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
CODE = [path.read_text(encoding="utf-8") for path in (ROOT / "evalstore").rglob("*.py")]


def test_every_variable_is_listed():
    """The variables of evalstore's own name that the code reads are those of the table."""
    expected = {name for text in CODE for name in re.findall(r'"(_?EVALSTORE_[A-Z]+)"', text)}

    assert expected == set(re.findall(r"^\| `(_?EVALSTORE_[A-Z]+)` \|", PAGE, re.MULTILINE))


# A judge's template is a file of its own.
OTHER_FILES = {"polite.toml"}


def test_every_table_is_listed():
    """What the documents show as a table of the file has its row."""
    blocks = [block for page in PAGES for block in blocks_of(page.name, page.read_text("utf-8"))]
    shown = {
        name
        for block in blocks
        if block.language == "toml" and block.title not in OTHER_FILES
        for name in tomllib.loads(block.text)
    }

    listed = set(re.findall(r"^\| `\[+(\w+)(?:\.NAME)?\]+` \|", PAGE, re.MULTILINE))

    assert listed == shown - {"project"}
