"""Options that commands share."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from evalstore.api.store import Store
from evalstore.errors import UsageError
from evalstore.store import layout

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
# Keys of a context's `meta`: whether `--format json` was used, and the run of `--run`.
FORMAT_JSON = "evalstore.format_json"
NAMED_RUN = "evalstore.named_run"
# What a command that is given no run is about, in its help.
NEWEST_RUN, ALL_RUNS = "the newest", "all runs"


def store_in(folder: str = layout.DEFAULT) -> Store:
    """Return the store in a folder, whether it exists or not."""
    return Store(layout.Layout(Path(folder)))


def _to_store(context: click.Context, parameter: click.Parameter, value: str) -> Store:
    del context, parameter
    return store_in(value)


store_option: Decorator = click.option(
    "--store",
    metavar="DIR",
    default=layout.DEFAULT,
    envvar=layout.ENVIRONMENT_VARIABLE,
    show_default=True,
    show_envvar=True,
    callback=_to_store,
    help="Use the store in this folder.",
)


def _without_json(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> str | None:
    del parameter
    context.meta[FORMAT_JSON] = value == "json"
    return None if value == "json" else value


def _is_json(context: click.Context, parameter: click.Parameter, value: bool) -> bool:
    del parameter
    return value or context.meta.get(FORMAT_JSON, False)


def format_option(name: str, formats: Sequence[str], sentence: str) -> Decorator:
    """Return the option `--format`; its value json sets `--json` and is not in the help."""
    return click.option(
        "--format", name, type=click.Choice((*formats, "json")), metavar=f"[{'|'.join(formats)}]",
        is_eager=True, callback=_without_json, help=sentence,
    )  # fmt: skip


# For commands whose `--format` is an option of its own.
json_flag: Decorator = click.option(
    "--json", "as_json", is_flag=True, callback=_is_json, help="Print JSON."
)


def json_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option `--json`, and `--format json` as another spelling."""
    other_spelling = click.option(
        "--format", type=click.Choice(("table", "json")), hidden=True, expose_value=False,
        is_eager=True, callback=_without_json, help="Print JSON, like --json.",
    )  # fmt: skip
    return other_spelling(json_flag(function))


def record_option(what: str) -> Decorator:
    """Return the option that appends what a question found; by default nothing is appended."""
    return click.option(
        "--record/--no-record", "record", default=False,
        help=f"Append {what}. Default: append nothing.",
    )  # fmt: skip


def run_options(name: str, default: str, details: str = "") -> Decorator:
    """Return the option ``--run`` that may be repeated; ``details`` say which runs."""
    return click.option(
        "--run", name, metavar="RUN", multiple=True,
        help=f"Select a run{details}; repeatable. Default: {default}.",
    )  # fmt: skip


run_option: Decorator = click.option(
    "--run", metavar="RUN", help=f"Select a run. Default: {ALL_RUNS}."
)
newest_run_option: Decorator = click.option(
    "--run", metavar="RUN", help=f"Select a run. Default: {NEWEST_RUN}."
)


def run_argument(name: str, *, is_required: bool = True) -> Decorator:
    """Return the argument RUN, also accepted as `--run RUN`; None, the newest, if it may be."""
    default = "" if is_required else f" Default: {NEWEST_RUN}."

    def remember(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
        del parameter
        context.meta[NAMED_RUN] = value

    def choose(
        context: click.Context, parameter: click.Parameter, value: str | None
    ) -> str | None:
        named = context.meta.get(NAMED_RUN)
        if value is not None and named not in (None, value):
            raise UsageError(f"RUN is {value!r} and --run is {named!r}; leave one out")
        chosen = named if value is None else value
        if chosen is None and is_required:
            raise click.MissingParameter(ctx=context, param=parameter)
        return chosen

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        option = click.option(
            "--run", "named_run", metavar="RUN", is_eager=True, expose_value=False,
            callback=remember, help=f"Select a run, like RUN.{default}",
        )  # fmt: skip
        metavar = "RUN" if is_required else "[RUN]"
        argument = click.argument(name, metavar=metavar, required=False, callback=choose)
        return argument(option(function))

    return decorate


def filter_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that filter rows of a metric, except for the run."""
    for option in (
        click.option("--variant", metavar="KEY=VALUE", help="Select a variant."),
        click.option(
            "--slice", metavar="NAME=VALUE", multiple=True,
            help="Select a slice: all, domain=history, domain (all values); repeatable.",
        ),
        click.option("--validator", metavar="ID", help="Select a validator."),
        click.option("--system", metavar="ID", help="Select a system."),
    ):  # fmt: skip
        function = option(function)
    return function
