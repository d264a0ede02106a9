"""Destinations as the tables ``[notify.*]`` of ``evalstore.toml`` configure them."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from evalstore.base.phrases import unknown_name
from evalstore.base.settings import (
    flag,
    names_of,
    parsed,
    read_toml,
    require_known,
    require_table,
    texts,
)
from evalstore.errors import UsageError
from evalstore.gates.config import DEFAULT_FILE
from evalstore.reviews.delivery.addresses import NO_ADDRESS, is_address
from evalstore.reviews.delivery.discord import DiscordSettings
from evalstore.reviews.delivery.github import GithubSettings
from evalstore.reviews.delivery.gitlab import GitlabSettings
from evalstore.reviews.delivery.issue_policy import IssuePolicy
from evalstore.reviews.delivery.message import OCCASIONS, ON_DEFAULT
from evalstore.reviews.delivery.retrying import DeliveryLimits
from evalstore.reviews.delivery.slack import SlackSettings
from evalstore.reviews.delivery.webhook import WebhookSettings

Settings = GithubSettings | GitlabSettings | SlackSettings | DiscordSettings | WebhookSettings


@dataclass(frozen=True, slots=True)
class Common:
    """The settings of every destination: its occasions, and whether it must succeed."""

    on: tuple[str, ...] = texts(ON_DEFAULT, may_be_empty=True)
    is_required: bool = flag(False, key="required")


@dataclass(frozen=True, slots=True)
class Destination:
    """One configured destination: its settings, its occasions and its limits."""

    name: str
    settings: Settings
    on: frozenset[str]
    is_required: bool
    limits: DeliveryLimits


def read(path: Path | None) -> tuple[Destination, ...]:
    """
    Read the destinations of a configuration file, evalstore.toml by default.

    Raises UsageError if there are none, and for a key that is unknown or has a wrong value; the
    message contains the file, the table, the key, its value and what is expected.
    """
    path = path or Path(DEFAULT_FILE)
    entries = (read_toml(path) or {}).get("notify", {})
    if not isinstance(entries, dict) or not entries:
        raise UsageError(
            f"{path}: no destination is configured; add a table such as [notify.slack]"
        )
    for name in entries:
        if name not in PARTS:
            raise unknown_name("destination", name, sorted(PARTS), f" in {path}, [notify]")
    return tuple(_destination(name, entries[name], path) for name in sorted(entries))


def _destination(name: str, entry: object, path: Path) -> Destination:
    place = f"{path}, [notify.{name}]"
    table = require_table(entry, place)
    parts = PARTS[name]
    known = [key for kind in (Common, DeliveryLimits, *parts) for key in names_of(kind)]
    require_known(table, known, place)
    common = parsed(Common, table, place, is_part=True)
    for occasion in common.on:
        if occasion not in OCCASIONS:
            raise UsageError(
                f"{place}: `on` names {occasion!r}, expected one or more of {', '.join(OCCASIONS)}"
            )
    limits = parsed(DeliveryLimits, table, place, is_part=True)
    settings = parsed(parts[0], table, place, is_part=True)
    if isinstance(settings, GithubSettings | GitlabSettings):
        settings = replace(settings, issue=parsed(IssuePolicy, table, place, is_part=True))
    if isinstance(settings, WebhookSettings):
        _require_one_url(settings, place)
    return Destination(name, settings, frozenset(common.on), common.is_required, limits)


def _require_one_url(settings: WebhookSettings, place: str) -> None:
    if bool(settings.url) == bool(settings.url_variable):
        raise UsageError(f"{place}: expected one of `url` and `url_variable`, not both or neither")
    if settings.url and not is_address(settings.url, allow_http=settings.allow_http):
        raise UsageError(f"{place}: `url` {NO_ADDRESS}")


PARTS: Final[dict[str, tuple[type[Settings], *tuple[type[IssuePolicy], ...]]]] = {
    "github": (GithubSettings, IssuePolicy),
    "gitlab": (GitlabSettings, IssuePolicy),
    "slack": (SlackSettings,),
    "discord": (DiscordSettings,),
    "webhook": (WebhookSettings,),
}
