"""Options that commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from evalstore.api.store import Store
from evalstore.store import layout

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


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
    help="The store's folder.",
)
json_option: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def no_record_option(sentence: str) -> Decorator:
    """Return the option that sets ``record`` to False; a sentence is its help."""
    return click.option(
        "--no-record", "record", is_flag=True, flag_value=False, default=True, help=sentence
    )


run_option: Decorator = click.option("--run", metavar="RUN", help="Only this run.")


def filter_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that filter rows of a metric."""
    for option in (
        click.option("--variant", metavar="KEY=VALUE", help="Only this variant."),
        click.option(
            "--slice", metavar="NAME=VALUE", multiple=True,
            help="A slice: all, domain=history, domain (all values); repeatable.",
        ),
        click.option("--validator", metavar="ID", help="Only this validator."),
        click.option("--system", metavar="ID", help="Only this system."),
        run_option,
    ):  # fmt: skip
        function = option(function)
    return function
