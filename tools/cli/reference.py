"""The help of every command as one document, which `make docs` writes to docs/cli.md."""

import sys
from collections.abc import Iterator

import click

from evalstore.cli._commands import cli

OPENING = """\
# Commands

<!-- Made from the help of the commands: `python -m tools.cli.reference > docs/cli.md` -->

Options win over the environment (`EVALSTORE_STORE`). The exit codes are the
same for every command: [exit-codes.md](exit-codes.md). `--run RUN` is a run of the
store in every command that has it, also where the run is an argument; `--format json`
is accepted wherever `--json` is, except by `ingest`, `export` and `publish`, whose
`--format` is that of files.

A table fits its terminal, and ids and numbers are never cut. If it is too wide, columns
with one value, other than fractions, are printed once above it; then long names are
broken at underscores and texts wrapped; then rows that are sorted by a run, a system or
another name become a table for each of its values; if that is not enough, each row is
printed as a block, one column a line. Texts are cut after 200 characters, with `…`. In a
file or a pipe nothing is cut: a row is one line of any width. The variable `COLUMNS` sets
the width for both.
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
