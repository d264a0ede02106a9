"""Each row of promises.md names a test that there is."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_each_promise_names_its_test():
    """No row stands without a test, and each of these is defined in the file that is named."""
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and "| test |" not in line]

    assert rows
    assert [] == [row for row in rows if not NAMED.search(row)]
    for file, name in NAMED.findall(PAGE):
        assert f"\ndef {name}(" in (ROOT / file).read_text(encoding="utf-8"), f"{file}::{name}"
