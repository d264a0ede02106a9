"""Words and patterns in TOML files: how entries are put together, and that each one is used."""

import re
import tomllib
from pathlib import Path

import pytest

from evalstore.base.word_file import PART, PatternFile, any_of, word_file

PACKAGE = Path(__file__).parents[2] / "evalstore"
NAMED = re.compile(r'^FILE = Path\(__file__\)\.with_name\("(\w+\.toml)"\)$', re.MULTILINE)
READ = re.compile(r"\b(?:PATTERNS|word_file)\b")


def word_files():
    """Return the files of words, with the modules of their folder."""
    found = {}
    for module in sorted(PACKAGE.rglob("*.py")):
        text = module.read_text(encoding="utf-8")
        for name in NAMED.findall(text) if READ.search(text) else ():
            found[module.with_name(name)] = sorted(module.parent.glob("*.py"))
    return found


@pytest.fixture
def file(tmp_path):
    """A file with patterns, a list and a table."""
    path = tmp_path / "greetings.toml"
    path.write_text(
        "greetings = ['good day', 'hello']\n"
        "name = '[A-Z]\\w{1,9}'\n"
        "greets = '''(?i)\n    {greetings} ,?\\ {name}\n'''\n"
        "[answers]\nhello = ['hi']\n",
        encoding="utf-8",
    )
    return path


def test_arrays_are_tuples(file):
    """No caller can change what another one reads."""
    assert ("good day", "hello") == word_file(file)["greetings"]
    assert {"hello": ("hi",)} == word_file(file)["answers"]
    assert word_file(file) is word_file(file)


def test_entries_stand_for_other_entries(file):
    """A list matches any of its words, a repetition stays as it is."""
    greets = PatternFile(file)["greets"]

    assert greets.fullmatch("Good day, Ann")
    assert greets.fullmatch("hello bo")
    assert not greets.search("goodday, Ann")


def test_an_unknown_entry_is_an_error(file):
    """Also where a pattern names it."""
    file.write_text("greets = '{greeting}!'\n", encoding="utf-8")

    with pytest.raises(KeyError, match="greeting"):
        PatternFile(file)["greets"]


def test_the_first_word_wins():
    """The order of words in a list is that of the alternatives."""
    assert "no one" == re.match(any_of(["no one", "no"]), "no one")[0]
    assert "no" == re.match(any_of(["no", "no one"]), "no one")[0]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("file", word_files(), ids=lambda file: file.stem)
def test_each_entry_is_used(file):
    """By a module of the folder, or by another entry."""
    entries = tomllib.loads(file.read_text(encoding="utf-8"))
    code = "\n".join(module.read_text(encoding="utf-8") for module in word_files()[file])
    used = {name for entry in entries.values() for name in PART.findall(str(entry))}

    assert [] == [
        name for name in entries if not re.search(rf'"{name}[".]', code) and name not in used
    ]


def test_the_files_open_with_a_sentence():
    """A comment says what the words are for."""
    files = word_files()
    opening = {file.name: file.read_text(encoding="utf-8").partition("\n")[0] for file in files}

    assert files
    assert [] == [name for name, line in opening.items() if not re.fullmatch(r"# .*\.", line)]
