"""Sentences beside a table: wrapped on a terminal, whole in a file, commands never broken."""

import pytest

from evalstore.base.text_table import text_width
from evalstore.cli._printing import wrapped_sentence

SENTENCE = "with 2 tests at once, run `evalstore compare r1 r2 --control holm` to account for it"
COMMANDS = (
    "verify",
    "compare r1 r2",
    "compare r1 r2 --cases",
    "trends accuracy",
    "failures --limit 1",
    "judge r1 --validator format_compliance --dry-run",
)


@pytest.mark.parametrize("width", [30, 60, 80, 120])
def test_a_command_is_not_broken(width):
    """Nothing is lost, and no line is longer than the terminal unless one command is."""
    lines = wrapped_sentence(SENTENCE, width)

    assert " ".join(lines) == SENTENCE
    assert any("`evalstore compare r1 r2 --control holm`" in line for line in lines)
    assert [line for line in lines if len(line) > width and not line.startswith("`")] == []


def test_the_lines_of_an_item_are_indented_alike():
    """The second line of an item begins below its first."""
    assert wrapped_sentence("  one two three", 10) == ["  one two", "  three"]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("command", COMMANDS)
def test_no_line_is_wider_than_the_terminal(store, evalstore, write_lines, monkeypatch, command):
    """Tables and sentences of a command fit, but for a hash or a command on a line of its own."""
    if "r2" in command:
        evalstore("ingest", write_lines("second.ndjson", run_id="r2"))
    for width in (60, 80, 120, 200):
        monkeypatch.setenv("COLUMNS", str(width))
        found = evalstore(*command.split())
        lines = [*found.out.splitlines(), *found.err.splitlines()]

        wide = [line for line in lines if text_width(line) > width]
        assert [line for line in wide if " " in line and not line.startswith("`")] == []
        assert found.code == 0
