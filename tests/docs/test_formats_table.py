"""The table of what formats count has a row for each of them, and the tests that it names."""

import re
from pathlib import Path

from evalstore.harnesses import detect

ROOT = Path(__file__).parents[2]
HEADING = "# What each format counts"
TEST = re.compile(r"`(test_\w+)::(test_\w+)`")


def rows():
    """The cells of the table, by format."""
    section = (ROOT / "docs/formats-counts.md").read_text(encoding="utf-8").partition(HEADING)[2]
    lines = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return {name: answers for name, *answers in cells}


def test_each_format_has_a_row():
    """But another store, whose events are taken as they are."""
    assert set(detect.names()) - {detect.STORE} == rows().keys()
    assert {9} == {len(answers) for answers in rows().values()}


def test_each_named_test_is_there():
    """By its file and its name."""
    named = {
        found
        for answers in rows().values()
        for answer in answers
        for found in TEST.findall(answer)
    }
    texts: dict[str, str] = {}
    for path in (ROOT / "tests").rglob("test_*.py"):
        texts[path.stem] = texts.get(path.stem, "") + path.read_text(encoding="utf-8")

    assert len(named) > 100
    assert [] == [one for one in sorted(named) if f"def {one[1]}(" not in texts.get(one[0], "")]
