"""Options that limit the requests to a model, and a line about their number and cost."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from evalstore.base.phrases import counted
from evalstore.cli._printing import print_sentence
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from evalstore.running.model_calls.spending import Spending


def spending_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that limit the requests to a model."""
    for option in (
        click.option(
            "--max-requests", "requests_max", type=click.IntRange(0), metavar="N",
            help="Stop after N requests to a model; 0 sends none and uses recorded replies only.",
        ),
        click.option(
            "--budget", metavar="AMOUNT",
            help="Stop before a model costs more than this, such as 5usd or 0.50usd.",
        ),
    ):  # fmt: skip
        function = option(function)
    return function


def print_spending(spending: "Spending") -> None:
    """Print the number of requests and reused replies with their cost, if there were any."""
    if spending.request_count or spending.reused_count:
        cost = f", {spending.spent_usd:.6g} USD" if spending.spent_usd else ""
        print_sentence(
            f"{counted(spending.request_count, 'request')} to the model{cost}; "
            f"{counted(spending.reused_count, 'recorded reply', 'recorded replies')} reused"
        )


def budget_usd(text: str | None) -> float | None:
    """Return an amount such as 5usd as US dollars; raise UsageError for an invalid one."""
    if text is None:
        return None
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(?:usd|\$)\s*", text, re.IGNORECASE)
    if match is None:
        raise UsageError(f"--budget {text!r}; expected US dollars, such as 5usd or 0.50usd")
    return float(match[1])
