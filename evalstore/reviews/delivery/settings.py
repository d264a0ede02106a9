"""Destinations as the tables ``[notify.*]`` of ``evalstore.toml`` configure them."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from evalstore.base import input_file
from evalstore.base.phrases import unknown_name
from evalstore.errors import UsageError
from evalstore.gates import fields
from evalstore.gates.config import DEFAULT_FILE
from evalstore.gates.fields import Entry
from evalstore.reviews.delivery.addresses import is_address
from evalstore.reviews.delivery.discord import DiscordSettings
from evalstore.reviews.delivery.github import REPOSITORY, GithubSettings
from evalstore.reviews.delivery.gitlab import GitlabSettings
from evalstore.reviews.delivery.issue_policy import WHEN_PASSING, IssuePolicy
from evalstore.reviews.delivery.message import OCCASIONS, ON_DEFAULT
from evalstore.reviews.delivery.retrying import DeliveryLimits
from evalstore.reviews.delivery.slack import SlackSettings
from evalstore.reviews.delivery.webhook import WebhookSettings

Settings = GithubSettings | GitlabSettings | SlackSettings | DiscordSettings | WebhookSettings
COMMON: Final = frozenset({"on", "required", "timeout_s", "total_s", "tries"})
ISSUE: Final = frozenset({"comment", "issue", "labels", "branches", "when_passing"})
VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
HOST: Final = re.compile(r"[A-Za-z0-9.-]+(?::[0-9]{1,5})?|\[[0-9a-fA-F:]+\](?::[0-9]{1,5})?")
TIMEOUT_MAX_S: Final = 120.0
TOTAL_MAX_S: Final = 3600.0
TRIES_MAX: Final = 20
TEXT_LENGTH_MAX: Final = 255


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
    entries = _loaded(path).get("notify", {})
    if not isinstance(entries, dict) or not entries:
        raise UsageError(
            f"{path}: nothing to notify is configured; add a table such as [notify.slack]"
        )
    for name in entries:
        if name not in READERS:
            raise unknown_name("destination", name, sorted(READERS), f" in {path}, [notify]")
    return tuple(_destination(name, entries[name], path) for name in sorted(entries))


def _loaded(path: Path) -> dict[str, object]:
    try:
        with input_file.open_bytes(path) as file:
            return tomllib.load(file)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path} is not readable as TOML: {error}") from error


def _destination(name: str, entry: object, path: Path) -> Destination:
    place = f"{path}, [notify.{name}]"
    if not isinstance(entry, dict):
        raise UsageError(f"{place}: found {entry!r}, expected a table")
    keys, reader = READERS[name]
    fields.require_known(entry, COMMON | keys, place)
    on = _texts(entry, "on", place, ON_DEFAULT)
    for occasion in on:
        if occasion not in OCCASIONS:
            raise UsageError(
                f"{place}: `on` names {occasion!r}, expected some of {', '.join(OCCASIONS)}"
            )
    return Destination(
        name, reader(entry, place), frozenset(on), fields.flag(entry, "required", place),
        DeliveryLimits(
            _seconds(entry, "timeout_s", place, DeliveryLimits().timeout_s, TIMEOUT_MAX_S),
            _seconds(entry, "total_s", place, DeliveryLimits().total_s, TOTAL_MAX_S),
            _tries(entry, place),
        ),
    )  # fmt: skip


def _github(entry: Entry, place: str) -> GithubSettings:
    default = GithubSettings()
    repository = fields.text(entry, "repository", place) or ""
    if repository and not REPOSITORY.fullmatch(repository):
        raise UsageError(f"{place}: `repository` is {repository!r}, expected owner/name")
    return GithubSettings(
        token_variable=_variable(entry, "token_variable", place, default.token_variable),
        api_url=_address(entry, "api_url", place),
        repository=repository,
        pull_request=_number(entry, "pull_request", place),
        author=fields.text(entry, "author", place) or "",
        has_comment=_flag(entry, "comment", place, default=True),
        has_issue=_flag(entry, "issue", place, default=False),
        issue=_issue(entry, place),
    )


def _gitlab(entry: Entry, place: str) -> GitlabSettings:
    default = GitlabSettings()
    return GitlabSettings(
        token_variable=_variable(entry, "token_variable", place, default.token_variable),
        url=_address(entry, "url", place).rstrip("/"),
        project=fields.text(entry, "project", place) or "",
        merge_request=_number(entry, "merge_request", place),
        has_comment=_flag(entry, "comment", place, default=True),
        has_issue=_flag(entry, "issue", place, default=False),
        issue=_issue(entry, place),
    )


def _slack(entry: Entry, place: str) -> SlackSettings:
    variable = _variable(entry, "url_variable", place, SlackSettings().url_variable)
    return SlackSettings(variable, _host(entry, place))


def _discord(entry: Entry, place: str) -> DiscordSettings:
    variable = _variable(entry, "url_variable", place, DiscordSettings().url_variable)
    return DiscordSettings(variable, _host(entry, place))


def _webhook(entry: Entry, place: str) -> WebhookSettings:
    allow_http = fields.flag(entry, "allow_http", place)
    url = _address(entry, "url", place, allow_http=allow_http)
    variable = _variable(entry, "url_variable", place, "")
    if bool(url) == bool(variable):
        raise UsageError(f"{place}: expected one of `url` and `url_variable`")
    secret = _variable(entry, "secret_variable", place, WebhookSettings().secret_variable)
    return WebhookSettings(url, variable, secret, allow_http)


READERS: Final[dict[str, tuple[frozenset[str], Callable[[Entry, str], Settings]]]] = {
    "github": (
        ISSUE | {"token_variable", "api_url", "repository", "pull_request", "author"}, _github,
    ),
    "gitlab": (ISSUE | {"token_variable", "url", "project", "merge_request"}, _gitlab),
    "slack": (frozenset({"url_variable", "host"}), _slack),
    "discord": (frozenset({"url_variable", "host"}), _discord),
    "webhook": (
        frozenset({"url", "url_variable", "secret_variable", "allow_http"}), _webhook,
    ),
}  # fmt: skip


def _issue(entry: Entry, place: str) -> IssuePolicy:
    labels = _texts(entry, "labels", place, IssuePolicy().labels)
    if not labels or any("," in label for label in labels):
        raise UsageError(
            f"{place}: `labels` is {list(labels)!r}, expected one or more labels without commas"
        )
    return IssuePolicy(
        labels,
        _texts(entry, "branches", place, ()),
        fields.one_of(entry, "when_passing", place, WHEN_PASSING),
    )


def _texts(entry: Entry, key: str, place: str, default: tuple[str, ...]) -> tuple[str, ...]:
    value = entry.get(key)
    if value is None:
        return default
    if not isinstance(value, list) or not all(
        isinstance(item, str) and 0 < len(item) <= TEXT_LENGTH_MAX for item in value
    ):
        raise UsageError(f"{place}: `{key}` is {value!r}, expected a list of texts")
    return tuple(value)


def _flag(entry: Entry, key: str, place: str, *, default: bool) -> bool:
    return fields.flag(entry, key, place) if key in entry else default


def _number(entry: Entry, key: str, place: str) -> int | None:
    return fields.count(entry, key, place, 0) or None


def _seconds(entry: Entry, key: str, place: str, default: float, most: float) -> float:
    value = fields.number(entry, key, place)
    if value is not None and not 0 < value <= most:
        raise UsageError(
            f"{place}: `{key}` is {value:g}, expected seconds above 0, {most:g} at most"
        )
    return default if value is None else value


def _tries(entry: Entry, place: str) -> int:
    tries = fields.count(entry, "tries", place, DeliveryLimits().tries)
    if not 1 <= tries <= TRIES_MAX:
        raise UsageError(f"{place}: `tries` is {tries}, expected 1 to {TRIES_MAX}")
    return tries


def _variable(entry: Entry, key: str, place: str, default: str) -> str:
    name = fields.text(entry, key, place) or default
    # An invalid name may be the secret itself, so it is not shown.
    if name and not VARIABLE.fullmatch(name):
        raise UsageError(
            f"{place}: `{key}` is no name of an environment variable; the secret itself belongs "
            "into the environment, only its variable's name here"
        )
    return name


def _address(entry: Entry, key: str, place: str, *, allow_http: bool = False) -> str:
    url = fields.text(entry, key, place) or ""
    # An address may contain a password, so it is not shown.
    if url and not is_address(url, allow_http=allow_http):
        raise UsageError(
            f"{place}: `{key}` is no address to send to; expected https://, a host and a path, "
            "without user or password"
        )
    return url


def _host(entry: Entry, place: str) -> str:
    host = fields.text(entry, "host", place) or ""
    if host and not (HOST.fullmatch(host) and is_address(f"https://{host}")):
        raise UsageError(f"{place}: `host` is {host!r}, expected a host such as chat.example.com")
    return host
