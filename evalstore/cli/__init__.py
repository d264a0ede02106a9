"""
The command line: one file per command, found by its name and imported on demand.

Errors are caught only here; their classes in ``evalstore.errors`` define the exit codes. The
script ``evalstore`` and ``python -m evalstore`` call it. See docs/architecture.md#cli.
"""

import os
import sys
import warnings

import click

from evalstore.base.text_table import IN_LINES
from evalstore.cli import _streams
from evalstore.cli._commands import COMPLETION_VARIABLE, cli
from evalstore.errors import EvalstoreError, OutdatedDatabaseWarning

UNEXPECTED = 4
USAGE = 2
INTERRUPTED = 130
# The exit code that shells use for SIGPIPE; distinct from every exit code of a gate.
PIPE_CLOSED = 141


def main() -> None:
    """Run the command line and exit with its exit code."""
    _streams.prepare()
    instruction = os.environ.get(COMPLETION_VARIABLE)
    if instruction:
        from evalstore.cli import _completion

        sys.exit(_completion.complete(instruction))
    sys.exit(call_command(sys.argv[1:]))


def call_command(arguments: list[str]) -> int:  # noqa: PLR0911 - each way to end has its return
    """Run one command, report errors on stderr, and return the exit code."""
    try:
        with warnings.catch_warnings():
            # Commands print it as a note.
            warnings.simplefilter("ignore", OutdatedDatabaseWarning)
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
        _streams.discard(sys.stdout)
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
        click.echo(f"See `{context.command_path} --help`.", err=True)
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
        f"Error: unexpected {type(error).__name__}: {first_line}; set EVALSTORE_TRACEBACK=1 to "
        "see where".translate(IN_LINES),
        err=True,
    )
    return UNEXPECTED
