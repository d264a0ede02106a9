"""What README shows is what happens: its files are written, its commands and Python are run."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXIT_CODE = re.compile(r"# exits (\d+)$")


def blocks():
    """Yield each fenced block's words after the fence, and its text."""
    for found in BLOCK.finditer(README):
        yield found[1].split(), found[2]


def commands(text):
    """Yield each command of a console block and the output shown below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def shown_pattern(shown):
    """Return what shown output stands for: ``…`` for anything on one line."""
    return ".*".join(re.escape(piece) for piece in shown.split("…"))


@pytest.fixture(scope="module")
def toured(tmp_path_factory):
    """The tour in a folder of its own: each command, its exit code and output, both as it was."""
    folder = tmp_path_factory.mktemp("tour")
    scripts = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    environment.pop("EVALSTORE_STORE", None)
    steps = []
    for words, text in blocks():
        if len(words) == 2:
            (folder / words[1].split('"')[1]).write_text(text, encoding="utf-8")
        elif words == ["console"]:
            for command, shown in commands(text):
                done = subprocess.run(
                    ["bash", "-c", command],
                    cwd=folder,
                    env=environment,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                steps.append((command, shown, done))
    return folder, steps


def test_the_tour_is_there(toured):
    """The blocks were found: a tour of no commands would pass all that follows."""
    _, steps = toured

    assert len(steps) >= 10


def test_commands_exit_as_said(toured):
    """Every command exits 0, or with the code its comment says."""
    _, steps = toured
    expected = [
        (command, int(found[1]) if (found := EXIT_CODE.search(command)) else 0)
        for command, _, _ in steps
    ]

    actual = [(command, done.returncode) for command, _, done in steps]

    assert expected == actual


def test_output_is_as_shown(toured):
    """What is shown below a command is what it prints; nothing shown, nothing claimed."""
    _, steps = toured
    different = [
        (command, done.stdout + done.stderr)
        for command, shown, done in steps
        if shown and not re.fullmatch(shown_pattern(shown), done.stdout)
    ]

    assert [] == different


def test_files_are_made(toured):
    """Each file that a command is told to write is there, and not empty."""
    folder, steps = toured
    named = [found[1] for command, _, _ in steps if (found := re.search(r" -o (\S+)", command))]

    empty = [name for name in named if not (folder / name).stat().st_size]

    assert [] == empty
    assert len(named) >= 3


def test_python_is_as_shown(toured, monkeypatch):
    """The lines of Python give what they show, in the store that the tour made."""
    folder, _ = toured
    monkeypatch.chdir(folder)
    monkeypatch.delenv("EVALSTORE_STORE", raising=False)
    [example] = [text for words, text in blocks() if words == ["pycon"]]
    test = doctest.DocTestParser().get_doctest(example, {}, "README", "README.md", 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test)

    assert (0, 5) == (runner.failures, runner.tries)


def test_links_lead_somewhere():
    """Every link into the project names a file that is there."""
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    missing = [link for link in links if not (ROOT / link).exists()]

    assert [] == missing
    assert "docs/architecture.md" in links


def test_exit_codes_are_those_of_the_errors():
    """The table names every code an error class carries, and those of the command line."""
    from evalstore import cli, errors

    classes = [item for item in vars(errors).values() if hasattr(item, "exit_code")]
    rim = {0, 1, cli.INTERRUPTED, cli.PIPE_CLOSED}
    expected = {item.exit_code for item in classes} | rim

    page = (ROOT / "docs" / "exit-codes.md").read_text(encoding="utf-8")
    actual = {int(code) for code in re.findall(r"^\| (\d+) \|", page, flags=re.MULTILINE)}

    assert expected == actual
