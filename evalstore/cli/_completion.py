"""
Answers to a shell that asks what may come next on its command line.

click knows commands and options; ``_known_values`` knows what a parameter may be. The id of a run
may be anybody's text, which the shell would run: only values without any character that means
something to a shell are offered.
"""

import ast
import os
import re
from pathlib import Path
from typing import Any, Final

import click
from click import shell_completion
from click.shell_completion import CompletionItem
from click.types import StringParamType

from evalstore.cli import COMPLETION_VARIABLE, CommandFolder, cli
from evalstore.cli import _known_values as known_values

PROGRAM: Final = "evalstore"
# Readline takes a word apart at these, and replaces only the last part of it.
BASH_WORD_BREAKS: Final = "=:"
FAILED: Final = 1
_PLAIN = re.compile(r"[\w][\w.@:/=+,%-]*")


def complete(instruction: str) -> int:
    """
    Print what a shell's completion function asks for, such as ``bash_complete``; return 0.

    Whatever goes wrong, nothing is printed between the words that somebody types, and 1 returned;
    EVALSTORE_TRACEBACK=1 shows it.
    """
    shell_completion.add_completion_class(_Bash)
    try:
        return shell_completion.shell_complete(
            _program(), {}, PROGRAM, COMPLETION_VARIABLE, instruction
        )
    except Exception:
        if os.environ.get("EVALSTORE_TRACEBACK"):
            raise
        return FAILED


def script(shell: str) -> str:
    """Return the script that switches completion on in a shell."""
    found = shell_completion.get_completion_class(shell)
    if found is None:
        raise NotImplementedError(f"click has no completion for {shell}")
    return found(cli, {}, PROGRAM, COMPLETION_VARIABLE).source()


def with_known_values(command: click.Command, name: str) -> click.Command:
    """Give each parameter of a command, and of those below it, the values that it may be."""
    for parameter in command.params:
        source = known_values.source_of(name, parameter.name or "")
        if source is not None and isinstance(parameter.type, StringParamType):
            parameter.type = _Known(source)
    if isinstance(command, click.Group):
        for below, inner in command.commands.items():
            with_known_values(inner, f"{name} {below}")
    return command


def _program() -> click.Command:
    return _CompletedFolder(name=PROGRAM, params=cli.params, context_settings=cli.context_settings)


class _CompletedFolder(CommandFolder):
    """The commands, with the values of their parameters; names and sentences import nothing."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        return None if command is None else with_known_values(command, cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        return [
            CompletionItem(name, help=_sentence(name))
            for name in self.list_commands(ctx)
            if name.startswith(incomplete)
        ]


def _sentence(command: str) -> str:
    """Return the first line of a command's help, read from its file."""
    stem = command.replace("-", "_")
    tree = ast.parse((Path(__file__).parent / f"{stem}.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == stem:
            return (ast.get_docstring(node) or "").partition("\n")[0]
    return ""


class _Known(StringParamType):
    """Text of which some values are known."""

    def __init__(self, source: known_values.Source) -> None:
        self.source = source

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[Any]]:
        del param
        # Of a statement, the last word.
        before, space, last = incomplete.rpartition(" ")
        return [
            CompletionItem(f"{before}{space}{value}")
            for value in self.source(ctx)
            if value.startswith(last) and _PLAIN.fullmatch(value)
        ]


class _Bash(shell_completion.BashComplete):
    """Completion that gives bash the part of a word that it will replace."""

    name = "bash"
    _cut = 0

    def get_completion_args(self) -> tuple[list[str], str]:
        words = shell_completion.split_arg_string(os.environ["COMP_WORDS"])
        place = int(os.environ["COMP_CWORD"])
        words = words[: place + 1] if place < len(words) else [*words, ""]
        last = "" if words[-1] and set(words[-1]) <= set(BASH_WORD_BREAKS) else words[-1]
        words = _joined(words)
        option, equals, value = words[-1].partition("=")
        word = value if option.startswith("--") and equals else words[-1]
        self._cut = len(word) - len(last)
        return words[1:-1], words[-1]

    def format_completion(self, item: CompletionItem[Any]) -> str:
        return f"{item.type},{item.value[self._cut :]}"


def _joined(words: list[str]) -> list[str]:
    """
    Put together what readline took apart.

    >>> _joined(["evalstore", "show", "--slice", "=", "domain", "=", "hi"])
    ['evalstore', 'show', '--slice=domain=hi']
    """
    found: list[str] = []
    is_open = False
    for word in words:
        is_break = bool(word) and set(word) <= set(BASH_WORD_BREAKS)
        if found and (is_break or is_open):
            found[-1] += word
        else:
            found.append(word)
        is_open = is_break
    return found
