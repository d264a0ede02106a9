"""A shell is told what may come next: names of the installation and of the store, nothing else."""

import subprocess
import sys

import click
import pytest

from evalstore import cli
from evalstore.cli import _completion, _known_values
from evalstore.store import connections
from evalstore.store.layout import Layout
from tests.kept_stores import store_of

# Of these the shell cannot know what is meant: new ids, numbers in words, statements, files.
FREE = {
    "KEY=VALUE", "TEXT", "NAME=VALUE", "VALUES", "IRI", "FILE", "GRAPH...", "PATH...", "VERSION",
    "SIZE", "SECONDS", "OUTCOME,…", "NAME,…", "KIND", "KEY", "DIR", "NAME", "WORD", "URL",
    "AMOUNT", "TIME", "[REMOTE]", "[GRAPH]...",
}  # fmt: skip
HOSTILE = ("r2; rm -rf ~", "$(id)", "-r", "r2`id`", "r2 x", "r2'", "~r2", "r*")


@pytest.fixture
def complete(folder, capfd, monkeypatch):
    """Ask for completions as a shell does; return the values that it would offer."""

    def ask(*words, shell="bash"):
        monkeypatch.setenv("COMP_WORDS", "\n".join(["evalstore", *words]))
        monkeypatch.setenv("COMP_CWORD", words[-1] if shell == "fish" else str(len(words)))
        capfd.readouterr()
        _completion.complete(f"{shell}_complete")
        said = capfd.readouterr()
        assert said.err == ""
        return [line.partition(",")[2] for line in said.out.splitlines() if line]

    return ask


@pytest.fixture
def runs(folder):
    """A store with a run of two domains, and runs with ids that no shell should see."""

    def started(run_id, **payload):
        return {"kind": "run_started", "run_id": run_id, "payload": payload}

    def case(case_id, domain):
        payload = {"case_id": case_id, "domain": domain}
        return {"kind": "case_generated", "run_id": "r1", "payload": payload}

    about = {"case_id": "c1", "system_id": "maia"}
    events = [
        started("r1", suite="triage", git_branch="main"),
        *(started(run_id, suite="odd") for run_id in HOSTILE),
        started("a:b", suite="odd"),
        case("c1", "history"),
        case("c2", "math"),
        {"kind": "response_recorded", "run_id": "r1", "payload": {**about, "status": "ok"}},
        {
            "kind": "verdict_recorded",
            "run_id": "r1",
            "payload": {**about, "validator_id": "exact", "outcome": "right"},
        },
    ]
    store_of(events, folder / "warehouse")
    return Layout(folder / "warehouse")


@pytest.mark.sweep
def test_names_of_the_installation_are_known(complete):
    """Commands, options, metrics, formats, presets, suites and tables, without any store."""
    assert ["show"] == complete("sh")
    assert ["--run"] == complete("show", "accuracy", "--ru")
    assert "accuracy_macro" in complete("show", "ac")
    assert ["inspect_eval", "inspect_json", "inspect_scout", "inspect_set"] == complete(
        "ingest", "--format", "in"
    )
    assert ["typical-rag"] == complete("gate", "--gates", "ty")
    assert ["hallucination"] == complete("run", "ha")
    assert ["from facts.scored"] == complete("query", '"from facts.sco')
    assert ["detect"] == complete("drift", "de")


def test_names_of_the_store_are_known(complete, runs):
    """Runs, systems, validators, slices, suites and branches, of the store that is named."""
    assert ["r1"] == complete("show", "accuracy", "--run", "r")
    assert ["maia"] == complete("failures", "--run", "r1", "--system", "")
    assert [] == complete("failures", "--run", "a:b", "--system", "")
    assert ["exact"] == complete("failures", "--validator", "")
    assert ["odd", "triage"] == complete("trends", "accuracy", "--suite", "")
    assert ["main"] == complete("trends", "accuracy", "--branch", "")
    elsewhere = str(runs.root.rename(runs.root.with_name("elsewhere")))
    assert [] == complete("show", "accuracy", "--run", "r")
    assert ["r1"] == complete("show", "accuracy", "--store", elsewhere, "--run", "r")


@pytest.mark.sweep
def test_bash_is_given_the_part_that_it_replaces(complete, runs):
    """Readline takes a word apart at = and :, so that the rest of the word is what it wants."""
    assert ["history", "math"] == complete("show", "accuracy", "--slice", "domain", "=", "")
    assert ["history"] == complete("show", "accuracy", "--slice", "=", "domain", "=", "h")
    assert ["r1"] == complete("show", "accuracy", "--run", "=", "r")
    assert ["b"] == complete("show", "accuracy", "--run", "a", ":", "")
    assert ["a:b"] == complete("show", "accuracy", "--run", "a:", shell="fish")


def test_an_id_that_a_shell_would_run_is_not_offered(complete, runs):
    """Not in any shell: only ids without characters of the shell's own are there."""
    found = [value for shell in ("bash", "fish") for value in complete("runs", "", shell=shell)]
    found += complete("compare", "")

    assert ["a:b", "r1"] == sorted(found)


def test_a_held_store_is_not_waited_for_and_nothing_changes(complete, runs):
    """While a fold holds the store, nothing is offered; nor is anything written."""
    before = {path: path.stat().st_mtime_ns for path in runs.root.rglob("*")}
    assert ["r1"] == complete("compare", "r1")
    with connections.exclusive(runs):
        assert [] == complete("compare", "r1")
    unchanged = before.keys() - {runs.lock}

    assert set(before) == set(runs.root.rglob("*"))
    assert {} == {
        path: before[path] for path in unchanged if path.stat().st_mtime_ns != before[path]
    }


def test_what_is_wrong_on_the_line_is_not_answered(complete, folder):
    """No message stands between the words that somebody types."""
    (folder / "evalstore.toml").write_text("[[gate", encoding="utf-8")

    assert [] == complete("nope", "")
    assert [] == complete("gate", "--explain", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_names_program_and_variable(evalstore, shell):
    """The script of each shell calls evalstore with the variable that main looks at."""
    found = evalstore("completion", shell)

    assert (0, "") == (found.code, found.err)
    assert f"{cli.COMPLETION_VARIABLE}={shell}_complete" in found.out
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=found.out, text=True, check=True)


def test_zsh_and_fish_show_the_sentences(complete):
    """They print what a command does beside its name."""
    sentence = cli.cli.get_command(click.Context(cli.cli), "gate").help.partition("\n")[0]

    assert [f"gate\t{sentence}"] == complete("gat", shell="fish")


def test_each_parameter_with_names_is_known():
    """A parameter of text is completed, or its metavar says that it may be anything."""
    parameters = list(parameters_of())
    unknown = [
        f"{command} {parameter.name} {parameter.metavar}"
        for command, parameter in parameters
        if isinstance(parameter.type, click.types.StringParamType)
        and not getattr(parameter, "is_flag", False)
        and _known_values.source_of(command, parameter.name) is None
        and f"{command}.{parameter.name}" not in _known_values.NEW
        and parameter.metavar not in FREE
    ]
    names = {
        name
        for command, parameter in parameters
        for name in (parameter.name, f"{command}.{parameter.name}")
    }

    assert [] == unknown
    assert set() == {*_known_values.SOURCES, *_known_values.NEW} - names


def parameters_of():
    context = click.Context(cli.cli)
    for name in cli.cli.list_commands(context):
        command = cli.cli.get_command(context, name)
        for path, inner in [(name, command), *getattr(command, "commands", {}).items()]:
            yield from ((path, parameter) for parameter in inner.params)


@pytest.mark.sweep
def test_completing_loads_little(runs):
    """What is asked with each press of a key loads none of the heavy libraries."""
    script = (
        "import sys\n"
        "from evalstore import cli\n"
        "try:\n"
        "    cli.main()\n"
        "finally:\n"
        "    heavy = {'altair', 'numpy', 'polars', 'pyarrow', 'rich', 'sqlglot', 'marimo'}\n"
        "    print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    environment = {
        cli.COMPLETION_VARIABLE: "bash_complete",
        "COMP_WORDS": "evalstore show ece --run r",
        "COMP_CWORD": "4",
        "EVALSTORE_STORE": str(runs.root),
        "PYTHONPATH": ":".join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True
    )

    assert (0, "plain,r1\n", "[]\n") == (done.returncode, done.stdout, done.stderr)
