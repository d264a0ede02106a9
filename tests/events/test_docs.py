"""The page on events says what the schemas say."""

import json
from pathlib import Path

from evalstore.events import slow_path
from tools.events import reference

PAGE = Path(__file__).parents[2] / "docs" / "events.md"


def test_the_tables_are_those_of_the_schemas():
    """The page ends with the generated tables; `make docs` writes them."""
    text = PAGE.read_text(encoding="utf-8")

    assert reference.page(text) == text


def test_the_example_is_accepted():
    """The example line on the page passes the door unchanged."""
    text = PAGE.read_text(encoding="utf-8")
    line = text.split("```json\n")[1].split("\n```")[0]
    event = slow_path.accept_line(line, "docs")

    assert json.loads(line)["payload"] == json.loads(event.payload)
    assert not event.changes
