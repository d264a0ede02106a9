"""An option means the same in every command, and one thing has one option."""

import json
import re
from collections.abc import Iterator

import click
import pytest

from evalstore.cli import cli

# What commands and options do, in the first word of their help.
VERBS = {
    "Add", "Adjust", "Append", "Apply", "Ask", "Build", "Change", "Check", "Choose", "Compare",
    "Compute", "Continue", "Count", "Create", "Decide", "Deliver", "Detect", "Draw", "Examine",
    "Exit", "Explain", "Find", "Fold", "Give", "Hold", "Join", "Judge", "Keep", "Label", "Learn",
    "Leave", "Limit", "List", "Listen", "Make", "Merge", "Name", "Open", "Print", "Pull", "Put",
    "Read", "Rebuild", "Recompute", "Record", "Refuse", "Report", "Require", "Resample", "Review",
    "Run", "Salt", "Select", "Set", "Show", "Stop", "Train", "Try", "Tune", "Use", "Wait",
    "Withdraw", "Write",
}  # fmt: skip
CONTEXT = click.Context(cli, info_name="evalstore")
# Here `--format` is that of files which are read or written.
FORMAT_OF_FILES = {"export", "ingest", "publish"}


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield each command with its name, those of groups too."""
    for name in cli.list_commands(CONTEXT):
        command = cli.get_command(CONTEXT, name)
        if isinstance(command, click.Group):
            yield from ((f"{name} {below}", part) for below, part in command.commands.items())
        else:
            yield name, command


COMMANDS = dict(commands())


def option(name: str, spelling: str) -> click.Option | None:
    """Return the option of a command with this spelling, if it has one."""
    return next((item for item in COMMANDS[name].params if spelling in item.opts), None)


@pytest.mark.parametrize("name", COMMANDS)
def test_json_has_two_spellings(name):
    """Where `--json` is, `--format json` is accepted too, and only the first is in the help."""
    if option(name, "--json") is None or name in FORMAT_OF_FILES:
        return
    other = option(name, "--format")

    assert other is not None
    assert "json" in other.type.choices
    assert other.hidden or "json" not in other.metavar


@pytest.mark.parametrize("name", COMMANDS)
def test_run_names_a_run(name):
    """`--run` takes the id of a recorded run, in every command that has it in its help."""
    named = option(name, "--run")

    assert named is None or named.hidden or named.metavar == "RUN"
    has_argument = any(
        isinstance(item, click.Argument) and item.metavar in {"RUN", "[RUN]"}
        for item in COMMANDS[name].params
    )
    assert named is not None or not has_argument


@pytest.mark.parametrize("name", COMMANDS)
def test_the_default_of_run_is_stated_alike(name):
    """Every `--run` is worded alike, and names its default unless a run has to be named."""
    named = option(name, "--run")
    if named is None or named.hidden:
        return
    is_optional = not named.required and not any(
        isinstance(item, click.Argument) and item.metavar == "RUN"
        for item in COMMANDS[name].params
    )
    default = r" Default: (the newest|all runs|no run)\b.*\." if is_optional else ""

    assert re.fullmatch(rf"Select a run(, [^.;]+)?(; repeatable)?\.{default}", named.help)
    assert named.multiple == ("; repeatable." in named.help)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_with_a_verb(name):
    """Each option says what it does, or only its default; so does the command itself."""
    command = COMMANDS[name]
    sentences = [command.help] + [
        item.help for item in command.params if isinstance(item, click.Option)
    ]
    others = [
        sentence.partition("\n")[0]
        for sentence in sentences
        if sentence.removeprefix("Also ").split()[0].capitalize() not in VERBS
        and not sentence.startswith("Default: ")
    ]

    assert others == []


@pytest.mark.thinned(7)
@pytest.mark.parametrize(
    "command",
    ["runs", "show accuracy", "failures", "query values(1)", "compare r1 r2", "report", "doctor"],
)
def test_both_spellings_print_the_same(store, evalstore, write_lines, command):
    """A command prints one JSON document, by whichever spelling it was asked for."""
    evalstore("ingest", write_lines("second.ndjson", run_id="r2"))
    words = command.split()
    first, second = evalstore(*words, "--json"), evalstore(*words, "--format", "json")

    assert first == second
    assert json.loads(first.out) is not None


def test_two_formats_contradict_each_other(store, evalstore):
    """`--json` and another format cannot both be meant."""
    found = evalstore("show", "accuracy", "--json", "--format", "csv")

    assert found.code == 2
    assert "leave one out" in found.err


def test_a_run_is_an_argument_or_an_option(store, evalstore):
    """Both say which run; two different ones are refused, and so is none."""
    judge = ("judge", "--validator", "factual", "--dry-run", "--json")

    assert evalstore(*judge, "r1") == evalstore(*judge, "--run", "r1")
    assert evalstore(*judge, "r1", "--run", "r1").code == 0
    assert "leave one out" in evalstore(*judge, "r1", "--run", "r2").err
    assert "Missing argument 'RUN'" in evalstore(*judge).err


def test_the_former_name_of_page_is_accepted(evalstore, folder):
    """`notebook --run` opens a page as before; there is no store to open it on."""
    assert evalstore("notebook", "--run") == evalstore("notebook", "--page")
