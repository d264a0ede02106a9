"""``evalstore notebook``: what is written, and how marimo is started."""

import subprocess
import sys
from pathlib import Path

import pytest

SHIPPED = Path(__file__).parents[2] / "examples/notebook.py"


@pytest.fixture
def started(monkeypatch):
    """The command lines that would start marimo, with their environments."""
    calls = []
    monkeypatch.setattr(subprocess, "call", lambda line, env: calls.append((line, env)) or 0)
    return calls


def test_the_first_call_writes_a_copy_and_opens_it(evalstore, store, folder, started):
    """marimo edits the user's own copy, is given the store, and told to ask nobody for updates."""
    outcome = evalstore("notebook", "--headless", "--port", "2718")

    assert (0, "wrote evalstore_notebook.py; you can change it\n") == outcome[:2]
    assert SHIPPED.read_text("utf-8") == (folder / "evalstore_notebook.py").read_text("utf-8")
    [(line, environment)] = started
    assert [sys.executable, "-m", "marimo", "edit", "evalstore_notebook.py"] == line[:5]
    assert ["--", "--store", str(store.resolve())] == line[-3:]
    assert {"--headless", "--port", "2718", "--skip-update-check"} <= {*line}
    assert "1" == environment["MARIMO_SKIP_UPDATE_CHECK"]


def test_a_copy_is_kept(evalstore, store, folder, started):
    """What the user changed is opened, not written again; only --write refuses."""
    (folder / "own.py").write_text("# mine\n", encoding="utf-8")

    assert (0, "") == evalstore("notebook", "-o", "own.py")[:2]
    refused = evalstore("notebook", "--write", "-o", "own.py")

    assert "# mine\n" == (folder / "own.py").read_text("utf-8")
    assert 2 == refused.code
    assert "own.py already exists; name another file with -o" in refused.err
    assert 1 == len(started)


def test_a_page_needs_no_copy(evalstore, store, folder, started):
    """With --run the shipped file is opened, and the folder stays as it was."""
    before = sorted(folder.iterdir())

    assert 0 == evalstore("notebook", "--run").code

    assert before == sorted(folder.iterdir())
    [(line, _)] = started
    assert ["run", str(SHIPPED)] == line[3:5]


def test_only_writing_starts_nothing(evalstore, store, folder, started):
    """With --write there is a file, and no marimo, which need not be installed."""
    assert 0 == evalstore("notebook", "--write", "-o", "triage.py").code

    assert (folder / "triage.py").exists()
    assert [] == started


def test_what_is_missing_is_said(evalstore, store, folder, started, monkeypatch):
    """Without marimo the extra is named, without a store the store; nothing is written."""
    assert "no store in" in evalstore("notebook", "--store", "nowhere").err
    monkeypatch.setitem(sys.modules, "marimo", None)
    outcome = evalstore("notebook", "--run")

    assert 2 == outcome.code
    assert "pip install 'evalstore[notebook]'" in outcome.err
    assert [] == started
    assert not (folder / "evalstore_notebook.py").exists()


def test_a_failure_of_marimo_is_ours(evalstore, store, monkeypatch):
    """Its exit code is named, and ours says that something failed."""
    monkeypatch.setattr(subprocess, "call", lambda line, env: 3)

    outcome = evalstore("notebook", "--run")

    assert 4 == outcome.code
    assert "marimo ended with exit code 3" in outcome.err
