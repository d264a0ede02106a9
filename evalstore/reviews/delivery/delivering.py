"""Deliver one message to every destination within its time limit, and report the outcomes."""

import hashlib
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.delivery import discord, github, gitlab, sent_messages, slack, webhook
from evalstore.reviews.delivery.clock import Clock
from evalstore.reviews.delivery.delivery_error import DeliveryError, NotConfiguredError
from evalstore.reviews.delivery.message import DeliveryMessage
from evalstore.reviews.delivery.redacting import redacted
from evalstore.reviews.delivery.rehearsal import Rehearsed
from evalstore.reviews.delivery.settings import Destination
from evalstore.reviews.delivery.transport import Transport
from evalstore.reviews.delivery.webhook import webhook_id
from evalstore.reviews.outputs.stopped import is_stopped

LINE_LENGTH: Final = 600
NOTHING: Final = "nothing to do"
# Destinations whose earlier messages cannot be listed.
CHANNELS: Final = frozenset({"slack", "discord", "webhook"})


@dataclass(frozen=True, slots=True)
class DeliveryOutcome:
    """
    The outcome of one delivery: ``failed`` if it was due and did not succeed.

    ``rehearsed`` are the requests of a dry run, ``missing`` the environment variables not set.
    """

    name: str
    state: Literal["done", "skipped", "failed"]
    text: str
    is_required: bool = False
    rehearsed: tuple[Rehearsed, ...] = ()
    missing: tuple[str, ...] = ()


def deliver_all(
    destinations: Sequence[Destination],
    message: DeliveryMessage,
    environment: Mapping[str, str],
    folder: Path,
    *,
    clock: Clock | None = None,
    is_rehearsal: bool = False,
) -> list[DeliveryOutcome]:
    """
    Deliver a message to all destinations in parallel, and return their outcomes in order.

    ``folder`` is the store's, where sent messages are recorded. A destination takes at most
    ``total_s`` plus one ``timeout_s``; after that its outcome is ``failed``.
    """
    outcomes: dict[str, DeliveryOutcome] = {}

    def run(destination: Destination) -> None:
        transport = Transport(
            environment, destination.limits, clock or Clock(), is_rehearsal=is_rehearsal
        )
        try:
            outcomes[destination.name] = _outcome(destination, message, transport, folder)
        except Exception as error:  # noqa: BLE001 - a thread would print it, with its secrets
            outcomes[destination.name] = _failed(destination, f"stopped by {type(error).__name__}")

    threads = []
    started_at = time.monotonic()
    for destination in destinations:
        # A daemon does not hold up the end of the process.
        thread = threading.Thread(target=run, args=(destination,), daemon=True)
        thread.start()
        threads.append(thread)
    for destination, thread in zip(destinations, threads, strict=True):
        limits = destination.limits
        thread.join(max(started_at + limits.total_s + limits.timeout_s - time.monotonic(), 0.0))
        outcomes.setdefault(
            destination.name,
            _failed(destination, f"did not finish within {limits.total_s + limits.timeout_s:g} s"),
        )
    return [outcomes[destination.name] for destination in destinations]


def _failed(destination: Destination, text: str) -> DeliveryOutcome:
    return DeliveryOutcome(destination.name, "failed", text, destination.is_required)


def _outcome(
    destination: Destination, message: DeliveryMessage, transport: Transport, folder: Path
) -> DeliveryOutcome:
    name = destination.name
    is_kept = name in CHANNELS and not transport.is_rehearsal
    message_id = _message_id(destination, message, transport)
    reason = _reason_to_skip(destination, message)
    if not reason and is_kept and sent_messages.has(folder, message_id):
        reason = "sent by an earlier attempt of this job"
    if reason:
        return DeliveryOutcome(name, "skipped", reason)
    try:
        text = one_line(_deliver(destination, message, transport), LINE_LENGTH)
    except (DeliveryError, NotConfiguredError) as error:
        cause = one_line(str(redacted(str(error))), LINE_LENGTH)
        return _failed(destination, cause)
    if is_kept:
        text += _remember(folder, message_id)
    is_nothing = text.startswith(NOTHING)
    return DeliveryOutcome(
        name, "skipped" if is_nothing else "done", text, destination.is_required,
        tuple(transport.rehearsed), tuple(transport.missing),
    )  # fmt: skip


def _reason_to_skip(destination: Destination, message: DeliveryMessage) -> str:
    """
    Return why a destination gets no message, empty if it gets one.

    GitHub and GitLab are skipped only if no gate was decided: they look at their comments first.
    """
    if destination.name in CHANNELS:
        is_due = message.is_for(destination.on)
        return "" if is_due else f"`on` does not include {_words(message)}"
    if is_stopped(message.review):
        return "no gate was decided, so the comment to update cannot be identified"
    return ""


def _remember(folder: Path, message_id: str) -> str:
    """Record a message as sent; return a note if the record cannot be written, else nothing."""
    try:
        sent_messages.add(folder, message_id)
    except OSError as error:
        return f", but {sent_messages.NAME} cannot be written: {error.strerror}"
    return ""


def _deliver(destination: Destination, message: DeliveryMessage, transport: Transport) -> str:
    settings, on = destination.settings, destination.on
    match settings:
        case github.GithubSettings():
            return github.deliver(settings, message, on, transport)
        case gitlab.GitlabSettings():
            return gitlab.deliver(settings, message, on, transport)
        case slack.SlackSettings():
            return slack.deliver(settings, message, on, transport)
        case discord.DiscordSettings():
            return discord.deliver(settings, message, on, transport)
        case webhook.WebhookSettings():
            return webhook.deliver(settings, message, on, transport)


def _message_id(destination: Destination, message: DeliveryMessage, transport: Transport) -> str:
    """Return a hash of destination, address and message; the address is a secret."""
    settings = destination.settings
    variable = getattr(settings, "url_variable", "")
    where = getattr(settings, "url", "") or transport.environment.get(variable, "")
    identity = f"{destination.name} {where} {webhook_id(message)}"
    return hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()


def _words(message: DeliveryMessage) -> str:
    return " or ".join(sorted(message.occasions - {""})) or "no decision"
