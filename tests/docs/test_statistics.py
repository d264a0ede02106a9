"""What statistics.md shows is what happens, and every macro that it names is there."""

import re
import shlex
from pathlib import Path

import pytest

from evalstore.cli import call_command

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands():
    """Yield each command of the page and the output shown below it."""
    for block in CONSOLE.findall(PAGE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            yield command, shown


def shown_pattern(shown):
    """Return what shown output stands for: ``…`` for anything on one line."""
    return ".*".join(re.escape(piece) for piece in shown.split("…"))


def test_commands_print_what_is_shown(tmp_path, monkeypatch, capfd):
    """The file of the page is ingested, and each command prints what stands below it."""
    [events] = re.findall(r"^```ndjson [^\n]*\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "results.ndjson").write_text(events, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVALSTORE_STORE", raising=False)
    different = []
    for command, shown in commands():
        name, *arguments = shlex.split(command)
        capfd.readouterr()
        code = call_command(arguments)
        said = capfd.readouterr()
        if (name, code) != ("evalstore", 0) or not re.fullmatch(shown_pattern(shown), said.out):
            different.append((command, code, said))

    assert [] == different
    assert len([*commands()]) >= 8


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
