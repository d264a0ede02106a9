"""Options for the outputs of ``evalstore gate``, and the deliveries that it prints."""

import json
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.api.writes.gate_outputs import GateOutputs
from evalstore.cli._options import Decorator

if TYPE_CHECKING:
    from evalstore.reviews.delivery.delivering import DeliveryOutcome

SIGNS = {"done": "done", "skipped": "skipped", "failed": "FAILED"}
FILE = click.Path(path_type=Path)
OPTIONS: dict[str, Decorator] = {
    "junit": click.option("--junit", type=FILE, metavar="FILE", help="Write JUnit XML."),
    "is_github": click.option(
        "--github", "is_github", is_flag=True,
        help="Print annotations for GitHub Actions, append to $GITHUB_STEP_SUMMARY and "
        "$GITHUB_OUTPUT.",
    ),
    "gitlab": click.option(
        "--gitlab", type=FILE, metavar="FILE", help="Write a code quality report for GitLab."
    ),
    "comment": click.option(
        "--comment", type=FILE, metavar="FILE", help="Write a comment for a pull request."
    ),
    "issue": click.option(
        "--issue", type=FILE, metavar="FILE",
        help="Write an issue about the failing gates; write nothing if all gates pass.",
    ),
    "badge": click.option(
        "--badge", type=FILE, metavar="FILE",
        help="Write a badge: .svg, or .json for shields.io.",
    ),
    "is_notify": click.option(
        "--notify", "is_notify", is_flag=True,
        help="Deliver to the destinations of [notify.*]; with --dry-run only print the messages.",
    ),
}  # fmt: skip


def output_options(function: Callable[..., object]) -> Callable[..., object]:
    """Add the options of outputs, which the command gets together as ``outputs``."""

    @wraps(function)
    def with_outputs(**options: Any) -> object:
        values = {name: options.pop(name) for name in OPTIONS}
        is_rehearsal, is_json = options["dry_run"], options["as_json"]
        outputs = GateOutputs(
            **values,
            is_rehearsal=is_rehearsal,
            on_message=partial(click.echo, err=True),
            # The requests of a dry run are its result, unless stdout has JSON.
            on_delivery=partial(_print_delivery, is_err=is_json or not is_rehearsal),
        )
        return function(outputs=outputs, **options)

    decorated: Callable[..., object] = with_outputs
    for option in reversed(OPTIONS.values()):
        decorated = option(decorated)
    return decorated


def _print_delivery(outcome: "DeliveryOutcome", *, is_err: bool) -> None:
    """Print the outcome of a delivery; a rehearsed one with its requests, without secrets."""
    from evalstore.reviews.outputs.github import inert

    lines = [f"notify {outcome.name}: {_outcome_text(outcome)}"]
    for request in outcome.rehearsed:
        lines += [f"  {request.method} {request.url}"]
        lines += [f"  {name}: {value}" for name, value in request.headers.items()]
        if request.body is not None:
            body = json.dumps(request.body, indent=1, ensure_ascii=True)
            lines += [f"  {line}" for line in body.splitlines()]
    # A CI service would carry out workflow commands in it.
    click.echo(inert("\n".join(lines)), err=is_err)


def _outcome_text(outcome: "DeliveryOutcome") -> str:
    if outcome.missing:
        return f"would fail: {', '.join(outcome.missing)} is not set; set it to send this"
    if outcome.rehearsed:
        return "would send this, or update what an earlier run sent"
    return f"{SIGNS[outcome.state]}: {outcome.text}"
