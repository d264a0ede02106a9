"""
The command line: one file per command, found by its name and imported on demand.

Errors are caught only here; their classes in ``evalstore.errors`` define the exit codes. The
script ``evalstore`` and ``python -m evalstore`` call it. See docs/architecture.md#cli.
"""

import os
import sys
from importlib import import_module

import click

from evalstore.base.named_modules import named_modules
from evalstore.base.phrases import unknown_name
from evalstore.base.text_table import IN_LINES
from evalstore.base.version import __version__
from evalstore.errors import EvalstoreError, UsageError

COMMANDS = "cli/*.py"
UNEXPECTED = 4
USAGE = 2
INTERRUPTED = 130
# The exit code that shells use for SIGPIPE; distinct from every exit code of a gate.
PIPE_CLOSED = 141
# Commands by audience; commands that are missing here are listed last.
AUDIENCES = {
    "In a CI job": ("ingest", "fold", "gate"),
    "For analysts": (
        "tables", "metrics", "show", "query", "chart", "notebook", "compare", "trends",
        "bootstrap", "export", "sql",
    ),
    "For reviewers": ("runs", "failures", "label", "review", "report", "site", "verify"),
    "To run suites": ("demo", "list", "kg", "run", "judge", "drift", "rubric", "calibration-check",
                      "controls-check"),
    "To keep the store": ("init", "doctor", "rebuild", "snapshot", "push", "pull", "publish",
                          "schema", "completion"),
}  # fmt: skip
# Former names of commands, and the current ones.
RENAMED = {"truth": "calibration-check"}
# The environment variable in which a shell passes its completion request.
COMPLETION_VARIABLE = "_EVALSTORE_COMPLETE"


class CommandFolder(click.Group):
    """A group whose commands are the files of this folder."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, sorted."""
        del ctx
        return [name.replace("_", "-") for name in named_modules(COMMANDS)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; its function has the name of its file. None if it does not exist."""
        if cmd_name not in self.list_commands(ctx):
            return None
        stem = cmd_name.replace("-", "_")
        command: click.Command = getattr(import_module(named_modules(COMMANDS)[stem]), stem)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command; raise UsageError with the closest names if it is unknown."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            if args[0] in RENAMED:
                raise UsageError(f"`{args[0]}` is now `{RENAMED[args[0]]}`, with the same options")
            raise unknown_name("command", args[0], self.list_commands(ctx), listed_by="--help")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, grouped by audience."""
        listed = {name for names in AUDIENCES.values() for name in names}
        others = tuple(name for name in self.list_commands(ctx) if name not in listed)
        for title, names in (AUDIENCES | {"Other commands": others}).items():
            commands = [(name, self.get_command(ctx, name)) for name in names]
            rows = [
                (name, command.get_short_help_str(88)) for name, command in commands if command
            ]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


@click.command(
    cls=CommandFolder,
    name="evalstore",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="evalstore %(version)s")
def cli() -> None:
    """Keep evaluation evidence as immutable events, and ask it with SQL.

    Example:

    \b
        evalstore init
        evalstore ingest logs/
        evalstore show accuracy
        evalstore gate

    `evalstore completion --help` lets the tab key complete commands and names.
    """


def main() -> None:
    """Run the command line and exit with its exit code."""
    instruction = os.environ.get(COMPLETION_VARIABLE)
    if instruction:
        from evalstore.cli import _completion

        sys.exit(_completion.complete(instruction))
    sys.exit(call_command(sys.argv[1:]))


def call_command(arguments: list[str]) -> int:  # noqa: PLR0911 - each way to end has its return
    """Run one command, report errors on stderr, and return the exit code."""
    try:
        code = cli.main(args=arguments, prog_name="evalstore", standalone_mode=False)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except SystemExit:
        # Only click exits this way, when stdout is a closed pipe.
        return PIPE_CLOSED
    except (click.Abort, KeyboardInterrupt) as stopped:
        way_on = str(stopped.__cause__ or stopped)
        click.echo(f"interrupted; {way_on}" if way_on else "interrupted", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        return _usage(error)
    except EvalstoreError as error:
        click.echo(f"Error: {error}".translate(IN_LINES), err=True)
        return error.exit_code
    except BrokenPipeError:
        # The reader of stdout has gone, so no message is printed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        click.echo(f"Error: {_disk_error(error)}".translate(IN_LINES), err=True)
        return UNEXPECTED
    except Exception as error:  # noqa: BLE001 - the edge of the program
        return _unexpected(error)
    return code if isinstance(code, int) else 0


def _usage(error: click.ClickException) -> int:
    """Report a usage error; a group without a command prints its help."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return USAGE
    click.echo(f"Error: {error.format_message()}".translate(IN_LINES), err=True)
    context = getattr(error, "ctx", None)
    if context is not None:
        click.echo(f"`{context.command_path} --help` shows how.", err=True)
    return USAGE


def _disk_error(error: OSError) -> str:
    from evalstore.store.log.disk_errors import message

    return message(error)


def _unexpected(error: Exception) -> int:
    """Report an unexpected error; re-raise it if EVALSTORE_TRACEBACK is set."""
    # DuckDB raises a RuntimeError if a query is interrupted.
    if isinstance(error, RuntimeError) and "interrupted" in str(error).lower():
        click.echo("interrupted", err=True)
        return INTERRUPTED
    if os.environ.get("EVALSTORE_TRACEBACK"):
        raise error
    first_line = str(error).strip().partition("\n")[0]
    click.echo(
        f"Error: unexpected {type(error).__name__}: {first_line}; "
        "EVALSTORE_TRACEBACK=1 shows where".translate(IN_LINES),
        err=True,
    )
    return UNEXPECTED
