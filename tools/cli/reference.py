"""The help of every command as one document, which `make docs` writes to docs/cli.md."""

import sys
from collections.abc import Iterator

import click

from evalstore.cli._commands import cli

OPENING = """\
# Commands

<!-- Made from the help of the commands: `python -m tools.cli.reference > docs/cli.md` -->

Options win over the environment (`EVALSTORE_STORE`). The exit codes are the
same for every command: [exit-codes.md](exit-codes.md).
"""
WIDTH_CHARACTERS = 88


def reference() -> str:
    """Return the document."""
    return "\n".join([OPENING, *_sections()])


def _sections() -> Iterator[str]:
    root = _context(cli, "evalstore", None)
    yield _section("evalstore", root)
    for name in cli.list_commands(root):
        command = cli.get_command(root, name)
        if command is not None:
            context = _context(command, name, root)
            yield _section(f"evalstore {name}", context)
            yield from _parts(f"evalstore {name}", command, context)


def _parts(title: str, command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield the sections of a group's commands; none where it is no group."""
    for name, part in sorted(getattr(command, "commands", {}).items()):
        yield _section(f"{title} {name}", _context(part, name, context))


def _context(command: click.Command, name: str, parent: click.Context | None) -> click.Context:
    return click.Context(
        command,
        parent=parent,
        info_name=name,
        terminal_width=WIDTH_CHARACTERS,
        max_content_width=WIDTH_CHARACTERS,
        help_option_names=cli.context_settings["help_option_names"],
    )


def _section(title: str, context: click.Context) -> str:
    return f"## {title}\n\n```text\n{context.command.get_help(context)}\n```\n"


if __name__ == "__main__":
    sys.stdout.write(reference())
