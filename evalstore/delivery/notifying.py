"""Notify of a decision: what ``gate --notify`` does."""

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from evalstore.errors import UsageError

if TYPE_CHECKING:
    from evalstore.delivery.delivering import Outcome
    from evalstore.delivery.settings import Destination
    from evalstore.store.layout import Layout

LIBRARIES: Final = {
    "github": "github",
    "gitlab": "gitlab",
    "slack": "slack_sdk",
    "discord": "requests",
    "webhook": "standardwebhooks",
}


def destinations(config_path: Path | None) -> "tuple[Destination, ...]":
    """
    Return the destinations of a configuration file, evalstore.toml by default.

    Raises UsageError for a wrong configuration, and where the libraries are not installed.
    """
    try:
        importlib.import_module("requests")
        from evalstore.delivery import settings

        found = settings.read(config_path)
        for destination in found:
            importlib.import_module(LIBRARIES[destination.name])
    except ImportError as error:
        raise UsageError(
            f"--notify needs {error.name}, which is not installed; "
            "pip install 'evalstore[delivery]'"
        ) from error
    return found


def notify(
    layout: "Layout",
    found: "Sequence[Destination]",
    run_id: str,
    payloads: Sequence[Mapping[str, Any]],
    environment: Mapping[str, str],
    *,
    is_rehearsal: bool = False,
) -> "list[Outcome]":
    """
    Deliver the review of a decision just made, and return what became of each delivery.

    ``payloads`` are those of its events. With ``is_rehearsal`` nothing is sent.
    """
    from evalstore.delivery.delivering import deliver_all
    from evalstore.delivery.earlier_answer import earlier_answer
    from evalstore.delivery.job_url import job_url
    from evalstore.delivery.message import Message, occasions
    from evalstore.outputs import comment, issue
    from evalstore.reviews.gathering import review_of
    from evalstore.store.reader import reading

    with reading(layout) as reader:
        review = review_of(reader, run_id, payloads)
        earlier = earlier_answer(reader, run_id)
    text = issue.issue(review)
    message = Message(
        review, occasions(review.answer, earlier), comment.text(review),
        text.title, text.body, tuple(text.labels), job_url(environment),
    )  # fmt: skip
    return deliver_all(found, message, environment, layout.root, is_rehearsal=is_rehearsal)
