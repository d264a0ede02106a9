"""The deliveries of ``evalstore gate --notify``, which are configured before the decision."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.reviews.delivery.delivering import DeliveryOutcome
    from evalstore.reviews.delivery.settings import Destination
    from evalstore.reviews.review import Review

SIGNS = {"done": "done", "skipped": "skipped", "failed": "FAILED"}


@dataclass(frozen=True, slots=True)
class Notifier:
    """The destinations of ``--notify``; empty without that option."""

    layout: Layout
    destinations: "Sequence[Destination]" = ()
    is_rehearsal: bool = False
    is_json: bool = False

    def notify(self, review: "Review") -> bool:
        """
        Deliver a review, and report the outcome of each delivery on stderr.

        Returns False if a delivery with ``required = true`` failed. A dry run prints the requests
        on stdout, or on stderr if stdout contains JSON.
        """
        if not self.destinations:
            return True
        from evalstore.reviews.delivery.notifying import job_url, notify, without_secrets
        from evalstore.reviews.outputs import comment, issue

        review = without_secrets(review, self.destinations, os.environ)
        texts = (comment.text(review, report_url=job_url(os.environ)), issue.issue(review))
        outcomes = notify(
            self.layout, self.destinations, review, texts, os.environ,
            is_rehearsal=self.is_rehearsal,
        )  # fmt: skip
        for outcome in outcomes:
            if self.is_rehearsal:
                _show(outcome, is_err=self.is_json)
            else:
                state = SIGNS[outcome.state]
                _echo(f"notify {outcome.name}: {state}: {outcome.text}", is_err=True)
        return not any(outcome.state == "failed" and outcome.is_required for outcome in outcomes)


def notifier(
    layout: Layout, config_path: Path | None, is_asked: bool, *, is_rehearsal: bool, is_json: bool
) -> Notifier:
    """Read the destinations if ``--notify`` is set; raise UsageError for an invalid one."""
    if not is_asked:
        return Notifier(layout)
    from evalstore.reviews.delivery.notifying import destinations

    return Notifier(layout, destinations(config_path), is_rehearsal, is_json)


def _show(outcome: "DeliveryOutcome", *, is_err: bool) -> None:
    """Print the requests of a dry run, without secrets."""
    lines = [f"notify {outcome.name}: {_told(outcome)}"]
    for request in outcome.rehearsed:
        lines += [f"  {request.method} {request.url}"]
        lines += [f"  {name}: {value}" for name, value in request.headers.items()]
        if request.body is not None:
            body = json.dumps(request.body, indent=1, ensure_ascii=True)
            lines += [f"  {line}" for line in body.splitlines()]
    _echo("\n".join(lines), is_err=is_err)


def _echo(text: str, *, is_err: bool) -> None:
    """Print a text with any CI workflow commands in it neutralised."""
    from evalstore.reviews.outputs.github import inert

    click.echo(inert(text), err=is_err)


def _told(outcome: "DeliveryOutcome") -> str:
    if outcome.missing:
        return f"would fail: {', '.join(outcome.missing)} is not set; with it, this would be sent"
    if outcome.rehearsed:
        return "would send, where nothing of an earlier run is found to update"
    return f"{SIGNS[outcome.state]}: {outcome.text}"
