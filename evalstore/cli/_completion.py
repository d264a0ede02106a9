"""
Answers to a shell's completion requests.

click completes commands and options; ``_known_values`` lists the values of parameters. A run id
may be untrusted text, which a shell would run: only values without characters special to a shell
are offered.
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

from evalstore.cli import _known_values as known_values
from evalstore.cli._commands import COMPLETION_VARIABLE, CommandFolder, cli

PROGRAM: Final = "evalstore"
# Readline splits a word at these characters, and replaces only its last part.
BASH_WORD_BREAKS: Final = "=:"
FAILED: Final = 1
_PLAIN = re.compile(r"[\w][\w.@:/=+,%-]*")


def complete(instruction: str) -> int:
    """
    Print the answer to a completion request such as ``bash_complete``; return 0.

    On any error print nothing into the user's command line, and return 1; EVALSTORE_TRACEBACK=1
    raises it.
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
    """Return the script that enables completion in a shell."""
    completion_class = shell_completion.get_completion_class(shell)
    if completion_class is None:
        raise NotImplementedError(f"click has no completion for {shell}")
    return completion_class(cli, {}, PROGRAM, COMPLETION_VARIABLE).source()


def with_known_values(command: click.Command, name: str) -> click.Command:
    """Set completion of known values on the parameters of a command and its subcommands."""
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
    """The commands with completion of parameter values; listing names imports no command."""

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
    """A text parameter whose known values are completed."""

    def __init__(self, source: known_values.Source) -> None:
        self.source = source

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[Any]]:
        del param
        # Complete only the last word of an SQL statement.
        before, space, last = incomplete.rpartition(" ")
        return [
            CompletionItem(f"{before}{space}{value}")
            for value in self.source(ctx)
            if value.startswith(last) and _PLAIN.fullmatch(value)
        ]


class _Bash(shell_completion.BashComplete):
    """Bash completion that returns only the part of a word that bash replaces."""

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
    Join words that readline split at its word breaks.

    >>> _joined(["evalstore", "show", "--slice", "=", "domain", "=", "hi"])
    ['evalstore', 'show', '--slice=domain=hi']
    """
    joined_words: list[str] = []
    is_open = False
    for word in words:
        is_break = bool(word) and set(word) <= set(BASH_WORD_BREAKS)
        if joined_words and (is_break or is_open):
            joined_words[-1] += word
        else:
            joined_words.append(word)
        is_open = is_break
    return joined_words
