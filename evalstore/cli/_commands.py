"""The group of all commands: the files of this folder whose names do not begin with ``_``."""

from importlib import import_module

import click

from evalstore.base.named_modules import named_modules
from evalstore.base.phrases import unknown_name
from evalstore.base.version import __version__
from evalstore.errors import UsageError

COMMANDS = "cli/*.py"
# Commands by purpose, the rarely used ones last; those that are missing here come after them.
GROUPS = {
    "Begin here": ("init", "ingest", "show", "query", "gate", "report", "compare", "runs"),
    "Look closer": (
        "failures", "grid", "explain", "diff", "metrics", "tables", "chart", "trends", "size",
        "notebook", "export",
    ),
    "Run suites, judge and label": (
        "demo", "list", "run", "judge", "label", "retract", "review", "kg", "drift",
    ),
    "Share a store": ("site", "evidence", "card", "push", "pull", "publish", "snapshot"),
    "Keep a store": ("doctor", "verify", "fold", "rebuild"),
    "Rarely used": (
        "bootstrap", "sql", "schema", "completion", "rubric", "controls-check",
        "calibration-check",
    ),
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
        del ctx
        stem = cmd_name.replace("-", "_")
        module = None if "_" in cmd_name else named_modules(COMMANDS).get(stem)
        return None if module is None else getattr(import_module(module), stem)

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
        """Write the commands, grouped by purpose."""
        listed = {name for names in GROUPS.values() for name in names}
        others = tuple(name for name in self.list_commands(ctx) if name not in listed)
        for title, names in (GROUPS | {"Other commands": others}).items():
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
    """Keep evaluation evidence as immutable events, and query it with SQL.

    Example:

    \b
        evalstore init
        evalstore ingest logs/
        evalstore show accuracy
        evalstore gate

    See `evalstore completion --help` to complete commands and names with the tab key.
    """
