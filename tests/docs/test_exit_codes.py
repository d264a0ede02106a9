"""The table of exit codes is whole."""

import re
from pathlib import Path

from evalstore import cli, errors

ROOT = Path(__file__).parents[2]


def test_exit_codes_are_those_of_the_errors():
    """The table names every code an error class carries, and those of the command line."""
    page = (ROOT / "docs" / "exit-codes.md").read_text(encoding="utf-8")
    classes = [item for item in vars(errors).values() if hasattr(item, "exit_code")]
    rim = {0, 1, cli.INTERRUPTED, cli.PIPE_CLOSED}
    expected = {item.exit_code for item in classes} | rim

    actual = {int(code) for code in re.findall(r"^\| (\d+) \|", page, flags=re.MULTILINE)}

    assert expected == actual
