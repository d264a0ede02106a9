"""Every view and macro that the table of statistics.md names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("column", ["view", "macro"])
def test_what_the_table_names_is_there(column):
    """Each view and each macro of the table has its file."""
    rows = [line.split("|")[1:-1] for line in PAGE.splitlines() if line.startswith("| ")][1:]
    cells = [row[1 if column == "view" else 2] for row in rows]
    named = {name for cell in cells for name in re.findall(r"`(\w+)", cell)}
    folders = ("views",) if column == "view" else ("sql/macros", "sql/facts/macros")
    present = {path.stem for folder in folders for path in (ROOT / folder).rglob("*.sql")}

    assert named
    assert set() == named - present
