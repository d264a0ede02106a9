"""Options that commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from evalstore.api.store import Store
from evalstore.store.layout import DEFAULT, ENVIRONMENT_VARIABLE, Layout

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def _to_layout(context: click.Context, parameter: click.Parameter, value: str) -> Layout:
    del context, parameter
    return Layout(Path(value))


def _to_store(context: click.Context, parameter: click.Parameter, value: str) -> Store:
    del context, parameter
    return Store(Layout(Path(value)))


store_option: Decorator = click.option(
    "--store",
    "layout",
    metavar="DIR",
    default=DEFAULT,
    envvar=ENVIRONMENT_VARIABLE,
    show_default=True,
    show_envvar=True,
    callback=_to_layout,
    help="The store's folder.",
)
opened_store_option: Decorator = click.option(
    "--store",
    metavar="DIR",
    default=DEFAULT,
    envvar=ENVIRONMENT_VARIABLE,
    show_default=True,
    show_envvar=True,
    callback=_to_store,
    help="The store's folder.",
)
json_option: Decorator = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON in place of words."
)
run_option: Decorator = click.option("--run", "run_id", metavar="RUN", help="Only this run.")


def filter_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that filter rows of a metric."""
    for option in (
        click.option("--variant", metavar="KEY=VALUE", help="Only this variant."),
        click.option(
            "--slice", "slices", metavar="NAME=VALUE", multiple=True,
            help="A slice: all, domain=history, domain (all values); repeatable.",
        ),
        click.option("--validator", "validator_id", metavar="ID", help="Only this validator."),
        click.option("--system", "system_id", metavar="ID", help="Only this system."),
        run_option,
    ):  # fmt: skip
        function = option(function)
    return function
