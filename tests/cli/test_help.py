"""Every command says what it does, shows an example and has the options all of them share."""

import subprocess
import sys

import click
import pytest

from evalstore.cli import cli
from evalstore.cli._commands import GROUPS

CONTEXT = click.Context(cli, info_name="evalstore")
COMMANDS = {name: cli.get_command(CONTEXT, name) for name in cli.list_commands(CONTEXT)}
# The catalog and the schemas belong to the package, the demo makes a store of its own.
WITHOUT_STORE = {
    "metrics", "schema", "demo", "list", "rubric", "drift", "completion", "controls-check", "kg",
    "sql",
}  # fmt: skip
# They print JSON or a script and nothing else; their commands have the option.
WITHOUT_JSON = {"card", "schema", "rubric", "drift", "completion", "notebook", "kg"}
# What starting up may not load, because it costs more than the command itself.
HEAVY = (
    "altair", "jinja2", "jsonschema", "numpy", "openai", "pandas", "polars", "pyarrow", "pyshacl",
    "rdflib", "rich", "sqlglot", "torch", "vl_convert",
)  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_help(evalstore, name):
    """A sentence, an example that names the command, and exit code 0."""
    found = evalstore(name, "--help")

    assert found.code == 0
    assert COMMANDS[name].help.partition("\n")[0].rstrip().endswith((".", ";", ",", ":"))
    assert "Example:" in found.out
    assert f"evalstore {name}" in found.out.partition("Example:")[2]


@pytest.mark.parametrize("arguments", [[], ["show"], ["drift"], ["drift", "train"]])
def test_short_help(evalstore, arguments):
    """The short option says the same as the long one."""
    assert evalstore(*arguments, "-h") == evalstore(*arguments, "--help")


@pytest.mark.parametrize("arguments", [[], ["drift"], ["rubric"]])
def test_a_group_without_a_command_prints_its_help(evalstore, arguments):
    """On stderr and with the exit code of a wrong use, for a script's empty variable."""
    found = evalstore(*arguments)

    assert (2, "") == (found.code, found.out)
    assert found.err == evalstore(*arguments, "--help").out


def test_each_command_is_listed_in_one_group():
    """No command is forgotten, none is listed twice."""
    assert sorted(COMMANDS) == sorted(name for names in GROUPS.values() for name in names)


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - WITHOUT_STORE))
def test_store_option(name):
    """A command that touches a store lets it be named."""
    assert "--store" in options(name)


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - WITHOUT_JSON))
def test_json_option(name):
    """A command that says facts says them as JSON too."""
    assert "--json" in options(name)


def options(name):
    return {option for parameter in COMMANDS[name].params for option in parameter.opts}


@pytest.mark.parametrize("name", COMMANDS)
def test_options_are_explained(name):
    """Each option has words of its own."""
    silent = [
        parameter.name
        for parameter in COMMANDS[name].params
        if isinstance(parameter, click.Option) and not parameter.help
    ]

    assert [] == silent


def test_version(evalstore):
    """The version is that of the package."""
    from evalstore import __version__

    assert evalstore("--version").out == f"evalstore {__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["runs"], ["show", "ece"]])
def test_start_up_is_light(store, folder, arguments):
    """A command that needs none of the heavy libraries loads none of them."""
    script = (
        "import sys\n"
        "from evalstore.cli import call_command\n"
        f"code = call_command({arguments!r})\n"
        f"print(code, sorted(set(sys.modules) & set({HEAVY!r})), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True
    )

    assert done.stderr.splitlines()[-1] == "0 []"


def test_the_environment_names_the_store(store, folder, evalstore, monkeypatch):
    """EVALSTORE_STORE is used where no option is given, and an option wins over it."""
    monkeypatch.setenv("EVALSTORE_STORE", str(store))
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")

    assert "r1" in evalstore("runs").out
    assert evalstore("runs", "--store", "absent").code == 4
