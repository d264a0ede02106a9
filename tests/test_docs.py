"""Documents say what is so: the generated ones are fresh, lists are complete, examples run."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest

from evalstore.cli import _reference
from evalstore.gates import config, decide

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted((ROOT / "docs").glob("*.md"))


def text_of(name):
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def block(text, opening):
    """Return the one fenced block that opens with these words."""
    [found] = re.findall(rf"^```{opening}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return found


def required_packages():
    """Name every package that pyproject.toml and build.in ask for, extras of our own left out."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines = [
        *project["project"]["dependencies"],
        *project["build-system"]["requires"],
        *project["dependency-groups"]["dev"],
        *(
            line
            for group in project["project"]["optional-dependencies"].values()
            for line in group
        ),
        *(ROOT / "build.in").read_text(encoding="utf-8").splitlines(),
    ]
    names = {re.match(r"[\w.-]*", line)[0] for line in lines}
    return sorted(names - {"", "evalstore"})


def test_every_dependency_is_justified():
    """The list names each package once, and none that is not asked for."""
    listed = re.findall(r"^\| `([\w.-]+)` \|", text_of("dependencies.md"), re.MULTILINE)

    assert required_packages() == sorted(listed)


def test_commands_are_fresh():
    """The list of commands is what their help says today; `make docs` writes it."""
    assert _reference.reference() == text_of("cli.md")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    """Every link to a file names one that is there."""
    links = re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8"))
    missing = [link for link in links if not (path.parent / link).exists()]

    assert [] == missing


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_named_files_are_there(path):
    """A path into the project, written as code, is that of a file or folder."""
    folders = "evalstore|sql|views|ingest|tests|docs"
    named = re.findall(rf"`((?:{folders})/[\w/.-]+)`", path.read_text(encoding="utf-8"))
    missing = [name for name in named if not (ROOT / name).exists()]

    assert [] == missing


def test_the_vector_holds():
    """The hashes worked out in architecture.md are the ones the code computes."""
    example = block(text_of("architecture.md"), "pycon")
    test = doctest.DocTestParser().get_doctest(example, {}, "architecture", None, 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test)

    assert (0, 7) == (runner.failures, runner.tries)


def test_the_gates_shown_are_gates(tmp_path):
    """The example configuration is read without complaint."""
    path = tmp_path / "evalstore.toml"
    path.write_text(block(text_of("gates.md"), "toml evalstore.toml"), encoding="utf-8")

    names = [gate.gate_id for gate in config.read(path)]

    assert ["accuracy", "every-domain", "ece"] == names


def test_every_gate_key_is_explained():
    """The table of keys has each one, and no other."""
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text_of("gates.md"), re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]

    assert sorted(config.KEYS) == sorted(listed)


def test_every_answer_is_explained():
    """The four answers stand there with their exit codes, in the order they weigh."""
    expected = [(answer, str(decide.EXIT_CODES[answer])) for answer in decide.PRECEDENCE]

    rows = re.findall(r"^\| (\w+) \|.*\| (\d) \|$", text_of("gates.md"), re.MULTILINE)

    assert expected == rows


def test_defaults_are_as_said():
    """The defaults in the table are those of the code."""
    text = text_of("gates.md")

    assert f"| `max_error_rate` | number, default {config.MAX_ERROR_RATE_DEFAULT:g} |" in text
